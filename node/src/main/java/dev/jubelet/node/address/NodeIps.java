package dev.jubelet.node.address;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The value of --node-ip.
 *
 * @param given the addresses to use: none, one, or two of different families
 * @param preferred the family to look for when none is given
 */
public record NodeIps(List<InetAddress> given, IpFamily preferred) {
  public static final NodeIps NONE = new NodeIps(List.of(), IpFamily.IPV4);

  private static final int MOST = 2;

  public NodeIps {
    given = List.copyOf(given);
  }

  /** Throws {@link IllegalArgumentException} with the rule that the text breaks. */
  public static NodeIps parse(String text) {
    if (text.isBlank()) {
      return NONE;
    }
    List<InetAddress> addresses = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      addresses.add(literal(text, one.strip()));
    }
    InetAddress first = addresses.getFirst();
    IpFamily family = IpFamily.of(first);
    if (addresses.size() == 1) {
      return new NodeIps(first.isAnyLocalAddress() ? List.of() : addresses, family);
    }
    if (addresses.size() > MOST
        || addresses.stream().anyMatch(InetAddress::isAnyLocalAddress)
        || IpFamily.of(addresses.getLast()) == family) {
      throw broken(text);
    }
    return new NodeIps(addresses, family);
  }

  /** As the annotation for cloud providers spells it. */
  public String text() {
    return given.stream().map(NodeIps::text).collect(Collectors.joining(","));
  }

  /** An address in its canonical form. */
  static String text(InetAddress address) {
    return IpFamily.of(address) == IpFamily.IPV4
        ? address.getHostAddress()
        : Ipv6Text.of(address.getAddress());
  }

  private static InetAddress literal(String whole, String one) {
    try {
      return InetAddress.ofLiteral(one);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(broken(whole).getMessage(), e);
    }
  }

  private static IllegalArgumentException broken(String text) {
    return new IllegalArgumentException(
        "--node-ip \""
            + text
            + "\" must be an address, or an IPv4 and an IPv6 address joined by a comma");
  }
}
