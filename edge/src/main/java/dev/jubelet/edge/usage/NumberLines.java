package dev.jubelet.edge.usage;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The names that are looked for in a file of lines, each a name and a number. Most lines of such a
 * file are of no use, and no text is made of any.
 *
 * <p>Thread: any; immutable.
 */
final class NumberLines {
  private final List<String> names;
  private final byte[][] bytes;
  private final int[] hashes;

  NumberLines(String... names) {
    this.names = List.of(names);
    this.bytes = new byte[names.length][];
    this.hashes = new int[names.length];
    for (int i = 0; i < names.length; i++) {
      bytes[i] = names[i].getBytes(StandardCharsets.US_ASCII);
      hashes[i] = hash(bytes[i]);
    }
  }

  /** What was found. */
  final class Found {
    private final long[] numbers = new long[bytes.length];
    private int count;

    /** Zero for a name that the file does not have. */
    long of(String name) {
      int at = names.indexOf(name);
      if (at < 0) {
        throw new IllegalArgumentException(name + " was not looked for");
      }
      return numbers[at];
    }

    boolean isEmpty() {
      return count == 0;
    }
  }

  /** Nothing, as in a file that is not there. */
  Found none() {
    return new Found();
  }

  Found in(byte[] text, int length) {
    Found found = new Found();
    int start = 0;
    while (start < length && found.count < bytes.length) {
      int hash = 0;
      int at = start;
      while (at < length && isPartOfName(text[at])) {
        hash = 31 * hash + text[at++];
      }
      int wanted = find(text, start, at, hash);
      while (at < length && (text[at] == ' ' || text[at] == ':')) {
        at++;
      }
      if (wanted >= 0) {
        found.numbers[wanted] = Digits.number(text, at, length);
        found.count++;
      }
      while (at < length && text[at] != '\n') {
        at++;
      }
      start = at + 1;
    }
    return found;
  }

  private static boolean isPartOfName(byte c) {
    return c != ' ' && c != ':' && c != '\n';
  }

  private int find(byte[] text, int start, int end, int hash) {
    for (int i = 0; i < hashes.length; i++) {
      if (hashes[i] == hash && isEqual(bytes[i], text, start, end)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isEqual(byte[] name, byte[] text, int start, int end) {
    if (name.length != end - start) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (name[i] != text[start + i]) {
        return false;
      }
    }
    return true;
  }

  private static int hash(byte[] name) {
    int hash = 0;
    for (byte c : name) {
      hash = 31 * hash + c;
    }
    return hash;
  }
}
