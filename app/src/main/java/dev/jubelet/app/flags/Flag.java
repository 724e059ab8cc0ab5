package dev.jubelet.app.flags;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.Support;
import org.jspecify.annotations.Nullable;

/**
 * One flag: a row of a flag table and the key to its value.
 *
 * @param name without dashes
 * @param syntax how its value is written
 * @param fallback its value when it is not given
 * @param about one sentence for the help
 * @param deprecation what to do instead; empty when the flag is not deprecated
 * @param field the configuration field it sets; null when it has none
 */
public record Flag<T>(
    String name,
    FlagSyntax<T> syntax,
    T fallback,
    String about,
    String deprecation,
    Support support,
    @Nullable Field<T> field) {
  public boolean deprecated() {
    return !deprecation.isEmpty();
  }

  /** The flags that may be written with one dash and one letter. */
  String shorthand() {
    return switch (name) {
      case "v" -> "v";
      case "help" -> "h";
      default -> "";
    };
  }

  @Override
  public String toString() {
    return "--" + name;
  }
}
