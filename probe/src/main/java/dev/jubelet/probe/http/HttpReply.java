package dev.jubelet.probe.http;

import org.jspecify.annotations.Nullable;

/** An answer: its status, where it sends us, and the first part of its body. */
public record HttpReply(int status, @Nullable String location, String body) {

  /** Whether it sends the client elsewhere, and says where. */
  boolean redirects() {
    return switch (status) {
      case 301, 302, 303, 307, 308 -> location != null && !location.isEmpty();
      default -> false;
    };
  }
}
