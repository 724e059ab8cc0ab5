package dev.jubelet.node.address;

import java.util.List;
import java.util.Optional;

/** Finds the interface of the default route in the kernel's routing tables. Pure. */
final class DefaultRoutes {
  private static final String NOWHERE_4 = "00000000";
  private static final String NOWHERE_6 = "0".repeat(32);
  private static final int UP = 0x1;
  private static final int REJECT = 0x200;

  private DefaultRoutes() {}

  /** {@code lines} are those of {@code /proc/net/route} or {@code /proc/net/ipv6_route}. */
  static Optional<String> card(IpFamily family, List<String> lines) {
    return lines.stream()
        .map(line -> line.strip().split("\\s+"))
        .flatMap(words -> (family == IpFamily.IPV4 ? ofIpv4(words) : ofIpv6(words)).stream())
        .findFirst();
  }

  /** Interface, destination, gateway, flags, references, uses, metric, mask. */
  private static Optional<String> ofIpv4(String[] words) {
    boolean everything =
        words.length > 7 && words[1].equals(NOWHERE_4) && words[7].equals(NOWHERE_4);
    return everything && isUsable(words[3]) ? Optional.of(words[0]) : Optional.empty();
  }

  /**
   * Destination, its prefix, source, its prefix, next hop, metric, references, uses, flags, name.
   */
  private static Optional<String> ofIpv6(String[] words) {
    boolean everything = words.length > 9 && words[0].equals(NOWHERE_6) && words[1].equals("00");
    return everything && isUsable(words[8]) ? Optional.of(words[9]) : Optional.empty();
  }

  private static boolean isUsable(String hexFlags) {
    int flags = Integer.parseUnsignedInt(hexFlags, 16);
    return (flags & UP) != 0 && (flags & REJECT) == 0;
  }
}
