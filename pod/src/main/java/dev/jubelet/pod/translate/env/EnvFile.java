package dev.jubelet.pod.translate.env;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A file of lines {@code KEY='value'}, a part of what a POSIX shell understands. Everything between
 * the quotes is the value, over several lines if need be; comments and empty lines are skipped;
 * {@code KEY= 'value'} is an empty value. Up to the key that is looked for, nothing else is
 * allowed. A problem is told by its line and never shows what stands there.
 *
 * <p>Thread: one search per instance. Owns: the place of reading.
 */
final class EnvFile {
  private static final int MAX_LINE_BYTES = 64 * 1024;

  /** One character is one byte. */
  private final String[] lines;

  private int next;

  private EnvFile(byte[] bytes) {
    this.lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n");
  }

  /** The first value of the key; empty when there is none or it is empty, as in upstream. */
  static Optional<ByteString> find(String key, byte[] bytes) {
    String value = new EnvFile(bytes).search(key);
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(ByteString.copyFrom(value, StandardCharsets.ISO_8859_1));
  }

  private String search(String key) {
    while (next < lines.length) {
      String line = trimmedStart(line());
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int equals = line.indexOf('=');
      String name = checkedName(line, equals);
      String value = value(line.substring(equals + 1));
      if (name.equals(key)) {
        return value;
      }
    }
    return "";
  }

  private String checkedName(String line, int equals) {
    if (equals < 0) {
      throw invalid(next, "missing '='");
    }
    String name = line.substring(0, equals);
    if (name.isEmpty()) {
      throw invalid(next, "empty variable name");
    }
    if (name.endsWith(" ") || name.endsWith("\t")) {
      throw invalid(next, "whitespace before '=' is not allowed");
    }
    return name;
  }

  private String value(String afterEquals) {
    if (!trimmedStart(afterEquals).equals(afterEquals)) {
      return "";
    }
    if (!afterEquals.startsWith("'")) {
      throw invalid(next, "value must be enclosed in single quotes");
    }
    int firstLine = next;
    StringBuilder value = new StringBuilder();
    String rest = afterEquals.substring(1);
    while (rest.indexOf('\'') < 0) {
      if (next == lines.length) {
        throw invalid(firstLine, "unclosed single quote");
      }
      value.append(rest).append('\n');
      rest = line();
    }
    int quote = rest.indexOf('\'');
    String behind = trimmedStart(rest.substring(quote + 1));
    if (!behind.isEmpty() && !behind.startsWith("#")) {
      throw invalid(next, "unexpected content after closing quote");
    }
    return value.append(rest, 0, quote).toString();
  }

  /** Moves on by a line. */
  private String line() {
    String line = lines[next++];
    if (line.length() >= MAX_LINE_BYTES) {
      throw invalid(next, "more than " + MAX_LINE_BYTES + " bytes");
    }
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private static String trimmedStart(String text) {
    int at = 0;
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return text.substring(at);
  }

  private static UntranslatableException invalid(int line, String why) {
    return new UntranslatableException(
        "couldn't parse env file: invalid format at line " + line + ": " + why);
  }
}
