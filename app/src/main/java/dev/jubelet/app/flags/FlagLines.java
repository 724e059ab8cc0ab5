package dev.jubelet.app.flags;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.value.Masked;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The lines {@code FLAG: --name="value"} that a start logs; values that may be secret are masked.
 */
final class FlagLines {
  private static final Set<String> SENSITIVE =
      Set.of("manifest-url-header", "storage-driver-password");

  private FlagLines() {}

  static boolean isSensitive(Flag<?> flag) {
    return SENSITIVE.contains(flag.name());
  }

  static List<String> lines(KubeletConfig config, ParsedFlags flags) {
    return KubeletFlags.all().stream()
        .<Flag<?>>map(flag -> flag)
        .sorted(Comparator.comparing(Flag::name))
        .map(flag -> "FLAG: --%s=\"%s\"".formatted(flag.name(), shown(flag, config, flags)))
        .toList();
  }

  /** The values by name, in the order of the names. */
  static Map<String, String> values(KubeletConfig config, ParsedFlags flags) {
    Map<String, String> values = new TreeMap<>();
    KubeletFlags.all().forEach(flag -> values.put(flag.name(), shown(flag, config, flags)));
    return values;
  }

  private static <T> String shown(Flag<T> flag, KubeletConfig config, ParsedFlags flags) {
    Field<T> field = flag.field();
    String text = flag.syntax().format(field == null ? flags.get(flag) : config.get(field));
    return isSensitive(flag) && !text.isEmpty() ? Masked.WORD : text;
  }
}
