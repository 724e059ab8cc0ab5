package dev.jubelet.pod.rotate;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file beside a log whose name says that it was rotated away: {@code <log>.<stamp>} as it was
 * renamed, the same with {@code .tmp} while it is compressed, with {@code .gz} afterwards. Names
 * that somebody else gave are none. Pure.
 */
record RotatedFile(String name, String stamp, Form form) {
  private static final Pattern SUFFIX = Pattern.compile("\\.(\\d{8}-\\d{6})(\\.gz|\\.tmp)?");
  private static final String COMPRESSED = ".gz";
  private static final String UNFINISHED = ".tmp";

  /** What has become of the file since it was renamed. */
  enum Form {
    PLAIN,
    UNFINISHED,
    COMPRESSED
  }

  /** The rotated files of a log among these names, in no order. */
  static List<RotatedFile> among(Collection<String> names, String log) {
    return names.stream().flatMap(name -> of(name, log).stream()).toList();
  }

  private static Optional<RotatedFile> of(String name, String log) {
    if (!name.startsWith(log)) {
      return Optional.empty();
    }
    Matcher suffix = SUFFIX.matcher(name.substring(log.length()));
    return suffix.matches()
        ? Optional.of(new RotatedFile(name, suffix.group(1), form(suffix.group(2))))
        : Optional.empty();
  }

  private static Form form(@Nullable String ending) {
    return switch (ending) {
      case COMPRESSED -> Form.COMPRESSED;
      case UNFINISHED -> Form.UNFINISHED;
      case null, default -> Form.PLAIN;
    };
  }

  static String unfinished(String plain) {
    return plain + UNFINISHED;
  }

  static String compressed(String plain) {
    return plain + COMPRESSED;
  }
}
