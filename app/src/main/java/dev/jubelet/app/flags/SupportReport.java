package dev.jubelet.app.flags;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.KubeletFields;
import dev.jubelet.app.config.field.Support;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which fields and flags are read but not acted on yet. */
public final class SupportReport {
  private SupportReport() {}

  /** Paths of fields, then flags without a field, in the order of their tables. */
  public static List<String> unsupported() {
    Stream<String> fields =
        KubeletFields.ALL.stream()
            .<Field<?>>map(field -> field)
            .filter(field -> field.support() == Support.PARSED)
            .map(Field::path);
    return Stream.concat(fields, plainFlags().map(Flag::toString)).toList();
  }

  /** One sentence for each of them that was set to something else than its default. */
  static List<String> warnings(KubeletConfig config, ParsedFlags flags) {
    Stream<String> fields =
        KubeletFields.ALL.stream()
            .<Field<?>>map(field -> field)
            .filter(field -> field.support() == Support.PARSED && isChanged(config, field))
            .map(field -> config.source(field) + ": " + field.path() + " has no effect yet");
    Stream<String> given =
        plainFlags()
            .filter(flag -> !flags.get(flag).equals(flag.fallback()))
            .map(flag -> flag + " has no effect yet");
    return Stream.concat(fields, given).toList();
  }

  private static Stream<Flag<?>> plainFlags() {
    return KubeletFlags.all().stream()
        .<Flag<?>>map(flag -> flag)
        .filter(flag -> flag.field() == null && flag.support() == Support.PARSED);
  }

  private static <T> boolean isChanged(KubeletConfig config, Field<T> field) {
    boolean explicit = !config.source(field).isEmpty();
    return explicit && !config.find(field).equals(Optional.ofNullable(field.fallback()));
  }
}
