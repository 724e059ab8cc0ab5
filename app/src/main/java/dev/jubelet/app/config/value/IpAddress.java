package dev.jubelet.app.config.value;

import java.net.InetAddress;

/** Literal IP addresses; a name is never looked up. */
public final class IpAddress {
  private IpAddress() {}

  public static boolean isValid(String text) {
    try {
      return !text.isEmpty() && !text.startsWith("[") && hasFourParts(text);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Java also reads {@code 10.1} and the like as IPv4, which no other tool expects. */
  private static boolean hasFourParts(String text) {
    InetAddress.ofLiteral(text);
    return text.contains(":") || text.chars().filter(c -> c == '.').count() == 3;
  }
}
