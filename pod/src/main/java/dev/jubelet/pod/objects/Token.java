package dev.jubelet.pod.objects;

import java.time.Duration;
import java.time.Instant;

/** A token that the API server has given. Its text form does not show it. */
public record Token(String value, Duration life, Instant expires) {
  @Override
  public String toString() {
    return "Token[until " + expires + "]";
  }
}
