package dev.jubelet.image;

import org.jspecify.annotations.Nullable;

/** When an image is pulled. */
enum PullPolicy {
  ALWAYS,
  IF_NOT_PRESENT,
  NEVER;

  static PullPolicy of(@Nullable String written, boolean latest) {
    return switch (written) {
      case "Always" -> ALWAYS;
      case "IfNotPresent" -> IF_NOT_PRESENT;
      case "Never" -> NEVER;
      case null, default -> latest ? ALWAYS : IF_NOT_PRESENT;
    };
  }
}
