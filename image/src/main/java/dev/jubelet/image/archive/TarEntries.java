package dev.jubelet.image.archive;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Goes through a tar archive and keeps the few small files that are asked for. All that it knows of
 * the format is the header's name, size and checksum: the files that describe images have short
 * names in every archive.
 *
 * <p>Thread: the caller's.
 */
final class TarEntries {
  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int CHECKSUM_AT = 148;
  private static final int CHECKSUM_LENGTH = 8;
  private static final int LARGEST_KEPT = 4 << 20;

  private TarEntries() {}

  /**
   * The content of the wanted entries that are there, by name.
   *
   * @throws IOException when it is no tar archive, or ends too early
   */
  static Map<String, byte[]> read(InputStream in, Set<String> wanted) throws IOException {
    Map<String, byte[]> found = new HashMap<>();
    byte[] header = new byte[BLOCK];
    boolean any = false;
    while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
      requireChecksum(header);
      any = true;
      String name = text(header, 0, NAME_LENGTH);
      long size = number(header, SIZE_AT, SIZE_LENGTH);
      long padding = (BLOCK - size % BLOCK) % BLOCK;
      String plain = name.startsWith("./") ? name.substring(2) : name;
      if (wanted.contains(plain) && size <= LARGEST_KEPT) {
        found.put(plain, content(in, (int) size));
        in.skipNBytes(padding);
      } else {
        in.skipNBytes(size + padding);
      }
    }
    if (!any) {
      throw new IOException("it is not a tar archive");
    }
    return found;
  }

  private static byte[] content(InputStream in, int size) throws IOException {
    byte[] content = in.readNBytes(size);
    if (content.length < size) {
      throw new EOFException();
    }
    return content;
  }

  /** The sum of all bytes, with blanks in its own place. */
  private static void requireChecksum(byte[] header) throws IOException {
    long sum = 0;
    for (int i = 0; i < BLOCK; i++) {
      boolean own = i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_LENGTH;
      sum += own ? ' ' : header[i] & 0xff;
    }
    if (sum != number(header, CHECKSUM_AT, CHECKSUM_LENGTH)) {
      throw new IOException("it is not a tar archive");
    }
  }

  /** Octal digits, or for large sizes bytes behind a first one with its highest bit set. */
  private static long number(byte[] header, int at, int length) throws IOException {
    if ((header[at] & 0x80) != 0) {
      long value = header[at] & 0x7f;
      for (int i = 1; i < length; i++) {
        value = (value << 8) | (header[at + i] & 0xff);
      }
      return value;
    }
    String digits = text(header, at, length).strip();
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    } catch (NumberFormatException e) {
      throw new IOException("it is not a tar archive", e);
    }
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.UTF_8);
  }
}
