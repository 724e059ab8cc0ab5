package dev.jubelet.app.flags;

import org.jspecify.annotations.Nullable;

/** How the text after a flag becomes a value, and how a value is shown. */
interface FlagSyntax<T> {
  /**
   * Reads one occurrence of a flag.
   *
   * @param soFar what earlier occurrences on the same command line gave; null for the first
   * @throws IllegalArgumentException with the rule that the text breaks
   */
  T parse(String text, @Nullable T soFar);

  String format(T value);

  /** The placeholder in the help; empty when the flag is usually given without a value. */
  String placeholder();

  /** The value of a flag that stands alone; null when a value must follow. */
  default @Nullable String aloneMeans() {
    return null;
  }
}
