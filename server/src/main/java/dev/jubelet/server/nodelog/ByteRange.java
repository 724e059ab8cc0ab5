package dev.jubelet.server.nodelog;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a file, as RFC 9110 section 14 lets clients ask for it.
 *
 * @param first the first byte, from 0
 */
record ByteRange(long first, long length) {
  private static final Pattern ONE =
      Pattern.compile("bytes=\\s*(\\d{0,18})\\s*-\\s*(\\d{0,18})\\s*");

  static ByteRange whole(long size) {
    return new ByteRange(0, size);
  }

  /**
   * Reads the header; several ranges are answered with the whole file, which a server may always
   * do. Empty when no byte of the file is meant.
   */
  static Optional<ByteRange> parse(String header, long size) {
    if (header.isEmpty() || (header.startsWith("bytes=") && header.contains(","))) {
      return Optional.of(whole(size));
    }
    Matcher range = ONE.matcher(header);
    if (!range.matches() || (range.group(1).isEmpty() && range.group(2).isEmpty())) {
      return Optional.empty();
    }
    if (range.group(1).isEmpty()) {
      long last = Math.min(size, Long.parseLong(range.group(2)));
      return last == 0 ? Optional.empty() : Optional.of(new ByteRange(size - last, last));
    }
    long first = Long.parseLong(range.group(1));
    long end = range.group(2).isEmpty() ? size : Long.parseLong(range.group(2)) + 1;
    boolean satisfiable = first < size && end > first;
    return satisfiable
        ? Optional.of(new ByteRange(first, Math.min(size, end) - first))
        : Optional.empty();
  }

  boolean isWhole(long size) {
    return first == 0 && length == size;
  }

  String contentRange(long size) {
    return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
  }
}
