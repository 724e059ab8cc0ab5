package dev.jubelet.image;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** When an image is pulled. */
enum PullPolicy {
  ALWAYS,
  IF_NOT_PRESENT,
  NEVER;

  /** The word that metrics use. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT).replace("_", "");
  }

  static PullPolicy of(@Nullable String written, boolean latest) {
    return switch (written) {
      case "Always" -> ALWAYS;
      case "IfNotPresent" -> IF_NOT_PRESENT;
      case "Never" -> NEVER;
      case null, default -> latest ? ALWAYS : IF_NOT_PRESENT;
    };
  }
}
