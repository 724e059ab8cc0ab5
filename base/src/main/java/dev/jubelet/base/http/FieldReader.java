package dev.jubelet.base.http;

import dev.jubelet.base.http.MalformedMessage.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the headers of a head. Strictly, nothing stands between a name and its colon and no line is
 * folded; leniently, a line that begins with a blank goes on the one before, and names may have
 * spaces, as Go's client has it.
 *
 * <p>Thread: the connection's. Owns: the headers read so far.
 */
final class FieldReader {
  private final LineReader lines;
  private final int limit;
  private final boolean strict;
  private final List<Headers.Field> fields = new ArrayList<>();

  FieldReader(LineReader lines, int limit, boolean strict) {
    this.lines = lines;
    this.limit = limit;
    this.strict = strict;
  }

  Headers read() throws IOException {
    if (strict) {
      for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
        add(line);
      }
    } else {
      readLeniently();
    }
    return new Headers(fields);
  }

  private void readLeniently() throws IOException {
    String line = lines.next();
    if (startsBlank(line)) {
      throw malformed(line);
    }
    while (!line.isEmpty()) {
      StringBuilder whole = new StringBuilder(trim(line));
      String next = lines.next();
      for (; startsBlank(next); next = lines.next()) {
        whole.append(' ').append(trim(next));
      }
      add(whole.toString());
      line = next;
    }
  }

  private void add(String line) throws MalformedMessage {
    if (fields.size() == limit) {
      throw new MalformedMessage(Kind.TOO_LARGE, "more than " + limit + " headers");
    }
    int colon = line.indexOf(':');
    String name = line.substring(0, Math.max(colon, 0));
    String value = trim(line.substring(colon + 1));
    if (!isName(name) || !Characters.isFieldValue(value)) {
      throw strict ? MalformedMessage.syntax("a header has no valid name") : malformed(line);
    }
    fields.add(new Headers.Field(name, value));
  }

  private boolean isName(String name) {
    return Characters.isToken(strict ? name : name.replace(" ", ""));
  }

  private static MalformedMessage malformed(String line) {
    return MalformedMessage.syntax("malformed MIME header line: " + Quoted.of(line));
  }

  private static boolean startsBlank(String line) {
    return !line.isEmpty() && isBlank(line.charAt(0));
  }

  /** Only spaces and tabs: a wider idea of white space would see other values than a proxy. */
  static String trim(String value) {
    int start = 0;
    int end = value.length();
    while (start < end && isBlank(value.charAt(start))) {
      start++;
    }
    while (start < end && isBlank(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(start, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }
}
