package dev.jubelet.edge.apiserver;

import java.net.InetAddress;
import java.util.Arrays;

/** A range of addresses in CIDR form. Pure: names are never looked up. */
final class AddressRange {
  private AddressRange() {}

  /** Whether a host that is written as an address is in the range; false for a name. */
  static boolean contains(String cidr, String host) {
    int slash = cidr.indexOf('/');
    try {
      byte[] network = InetAddress.ofLiteral(cidr.substring(0, slash)).getAddress();
      byte[] address = InetAddress.ofLiteral(host).getAddress();
      int bits = Integer.parseInt(cidr.substring(slash + 1));
      return network.length == address.length
          && bits >= 0
          && bits <= network.length * Byte.SIZE
          && Arrays.equals(masked(network, bits), masked(address, bits));
    } catch (IllegalArgumentException notAnAddress) {
      return false;
    }
  }

  private static byte[] masked(byte[] address, int bits) {
    byte[] masked = address.clone();
    for (int i = 0; i < masked.length; i++) {
      int keep = Math.clamp(bits - i * (long) Byte.SIZE, 0, Byte.SIZE);
      masked[i] &= (byte) (0xff00 >> keep);
    }
    return masked;
  }
}
