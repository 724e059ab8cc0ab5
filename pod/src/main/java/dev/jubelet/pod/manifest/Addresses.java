package dev.jubelet.pod.manifest;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** IP addresses as text. Pure: never asks a name server. */
final class Addresses {
  private Addresses() {}

  static boolean isIp(@Nullable String text) {
    if (text == null || text.indexOf('%') >= 0) {
      return false;
    }
    boolean v6 = text.indexOf(':') >= 0;
    if (!v6 && text.chars().filter(c -> c == '.').count() != 3) {
      return false;
    }
    try {
      return InetAddress.ofLiteral(text) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
