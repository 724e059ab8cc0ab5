package dev.jubelet.node.address;

/**
 * The canonical text of an IPv6 address (RFC 5952): lower case, no leading zeros, the first longest
 * run of at least two zero groups left out. Other parts of a cluster compare addresses as text.
 * Pure.
 */
final class Ipv6Text {
  private static final int GROUPS = 8;

  private Ipv6Text() {}

  static String of(byte[] address) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = Byte.toUnsignedInt(address[2 * i]) << 8 | Byte.toUnsignedInt(address[2 * i + 1]);
    }
    int gap = 0;
    int gapLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int length = zerosFrom(groups, i);
      if (length > gapLength) {
        gap = i;
        gapLength = length;
      }
    }
    return gapLength == 1
        ? joined(groups, 0, GROUPS)
        : joined(groups, 0, gap) + "::" + joined(groups, gap + gapLength, GROUPS);
  }

  private static int zerosFrom(int[] groups, int from) {
    int at = from;
    while (at < GROUPS && groups[at] == 0) {
      at++;
    }
    return at - from;
  }

  private static String joined(int[] groups, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }
}
