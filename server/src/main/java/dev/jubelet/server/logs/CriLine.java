package dev.jubelet.server.logs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A physical line of a container's log: {@code <time> <stdout|stderr> <tag[:tag…]> <content>}. The
 * first tag says whether the line ends here (F) or goes on in the next physical line (P).
 *
 * @param content a view of the reader's buffer, valid until the next line is read
 */
record CriLine(String time, boolean partial, ByteBuffer content) {
  private static final DateTimeFormatter OUTPUT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.nnnnnnnnnXXX");

  /** Reads a line without its newline; empty when it is not of this format. */
  static Optional<CriLine> parse(ByteBuffer line) {
    ByteBuffer rest = line.duplicate();
    Optional<String> time = word(rest);
    Optional<String> stream = word(rest);
    Optional<String> tags = word(rest);
    boolean valid =
        time.isPresent()
            && tags.isPresent()
            && stream.filter(s -> s.equals("stdout") || s.equals("stderr")).isPresent();
    return valid
        ? Optional.of(new CriLine(time.get(), isPartial(tags.get()), rest))
        : Optional.empty();
  }

  private static boolean isPartial(String tags) {
    return tags.equals("P") || tags.startsWith("P:");
  }

  /** Takes what stands before the next blank, and the blank. */
  private static Optional<String> word(ByteBuffer rest) {
    for (int i = rest.position(); i < rest.limit(); i++) {
      if (rest.get(i) == ' ') {
        byte[] word = new byte[i - rest.position()];
        rest.get(word);
        rest.get();
        return Optional.of(new String(word, StandardCharsets.US_ASCII));
      }
    }
    return Optional.empty();
  }

  /** When the line was written; empty when the time cannot be read. */
  Optional<OffsetDateTime> writtenAt() {
    try {
      return Optional.of(OffsetDateTime.parse(time));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Always nine digits of a second, in the zone in which the runtime wrote it. */
  static String format(OffsetDateTime time) {
    return OUTPUT.format(time);
  }
}
