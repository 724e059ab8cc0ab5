package dev.jubelet.server.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A physical line of a container's log: {@code <time> <stdout|stderr> <tag[:tag…]> <content>}. The
 * first tag says whether the line ends here (F) or goes on in the next physical line (P).
 *
 * <p>Logs are long and only asked for their times now and then, so nothing is copied.
 *
 * @param time as it stands there
 * @param content both are views of the reader's buffer, valid until the next line is read
 */
record CriLine(ByteBuffer time, boolean partial, ByteBuffer content) {
  private static final DateTimeFormatter OUTPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX");
  private static final ByteBuffer STDOUT = ascii("stdout");
  private static final ByteBuffer STDERR = ascii("stderr");

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Reads a line without its newline; null when it is not of this format. */
  static @Nullable CriLine parse(ByteBuffer line) {
    int time = blank(line, line.position());
    int stream = time < 0 ? -1 : blank(line, time + 1);
    int tags = stream < 0 ? -1 : blank(line, stream + 1);
    if (tags < 0) {
      return null;
    }
    ByteBuffer source = slice(line, time + 1, stream);
    return source.equals(STDOUT) || source.equals(STDERR)
        ? new CriLine(
            slice(line, line.position(), time),
            isPartial(line, stream + 1, tags),
            slice(line, tags + 1, line.limit()))
        : null;
  }

  /** Where the next blank is; -1 when there is none. */
  private static int blank(ByteBuffer line, int from) {
    for (int i = from; i < line.limit(); i++) {
      if (line.get(i) == ' ') {
        return i;
      }
    }
    return -1;
  }

  private static ByteBuffer slice(ByteBuffer line, int from, int to) {
    return line.slice(from, to - from);
  }

  private static boolean isPartial(ByteBuffer line, int from, int to) {
    return to > from && line.get(from) == 'P' && (to == from + 1 || line.get(from + 1) == ':');
  }

  /** When the line was written; empty when the time cannot be read. */
  Optional<OffsetDateTime> writtenAt() {
    try {
      CharSequence text = StandardCharsets.ISO_8859_1.decode(time.duplicate());
      return Optional.of(OffsetDateTime.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Always nine digits of a second, in the zone in which the runtime wrote it. */
  static String format(OffsetDateTime time) {
    return OUTPUT.format(time);
  }
}
