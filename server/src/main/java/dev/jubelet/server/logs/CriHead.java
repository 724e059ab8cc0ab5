package dev.jubelet.server.logs;

/**
 * The head of a physical line of a container's log: {@code <time> <stdout|stderr> <tag[:tag…]>},
 * before a blank and the content. The first tag says whether the line ends here (F) or goes on in
 * the next physical line (P).
 *
 * <p>Thread: one. Owns: where the parts of the line read last stand in the reader's bytes.
 */
final class CriHead {
  private static final int STREAM_NAME = "stdout".length();

  /** Where the names of the streams begin to differ. */
  private static final int OTHERS = "std".length();

  private int timeEnd;
  private int content;
  private boolean errors;
  private boolean partial;

  /** Reads the head of a line without its newline; false when it is not of this format. */
  boolean read(byte[] bytes, int from, int to) {
    int time = blank(bytes, from, to);
    int stream = time < 0 ? -1 : blank(bytes, time + 1, to);
    int tags = stream < 0 ? -1 : blank(bytes, stream + 1, to);
    if (tags < 0 || !isStream(bytes, time + 1, stream)) {
      return false;
    }
    timeEnd = time;
    content = tags + 1;
    errors = bytes[time + 1 + OTHERS] == 'e';
    partial = isPartial(bytes, stream + 1, tags);
    return true;
  }

  /** Where the next blank is; -1 when there is none. */
  private static int blank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == ' ') {
        return i;
      }
    }
    return -1;
  }

  private static boolean isStream(byte[] bytes, int from, int to) {
    return to - from == STREAM_NAME
        && bytes[from] == 's'
        && bytes[from + 1] == 't'
        && bytes[from + 2] == 'd'
        && (bytes[from + 3] == 'o'
            ? bytes[from + 4] == 'u' && bytes[from + 5] == 't'
            : bytes[from + 3] == 'e' && bytes[from + 4] == 'r' && bytes[from + 5] == 'r');
  }

  private static boolean isPartial(byte[] bytes, int from, int to) {
    return to > from && bytes[from] == 'P' && (to == from + 1 || bytes[from + 1] == ':');
  }

  /** Where the time ends that the line begins with. */
  int timeEnd() {
    return timeEnd;
  }

  /** Where the content begins. */
  int content() {
    return content;
  }

  /** Whether the line was written to the stream for errors. */
  boolean errors() {
    return errors;
  }

  /** Whether the line goes on in the next physical line. */
  boolean partial() {
    return partial;
  }
}
