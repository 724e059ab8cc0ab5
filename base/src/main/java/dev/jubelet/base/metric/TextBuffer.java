package dev.jubelet.base.metric;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bytes that grow, in pieces: a page of a few megabytes is made with one copy of each byte, and
 * without arrays that are too large for young garbage.
 *
 * <p>Thread: one.
 */
final class TextBuffer {
  private final int pieceBytes;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] piece;
  private int length;

  TextBuffer(int pieceBytes) {
    this.pieceBytes = pieceBytes;
    this.piece = new byte[pieceBytes];
  }

  void append(byte[] text) {
    int done = 0;
    while (done < text.length) {
      int fits = Math.min(text.length - done, room());
      System.arraycopy(text, done, piece, length, fits);
      length += fits;
      done += fits;
    }
  }

  void append(char ascii) {
    room();
    piece[length++] = (byte) ascii;
  }

  void append(String text) {
    append(text.getBytes(StandardCharsets.UTF_8));
  }

  void append(long number) {
    append(Long.toString(number));
  }

  /** How many bytes fit into the piece, a new one if the last is full. */
  private int room() {
    if (length == piece.length) {
      full.add(piece);
      piece = new byte[pieceBytes];
      length = 0;
    }
    return piece.length - length;
  }

  List<byte[]> pieces() {
    List<byte[]> all = new ArrayList<>(full);
    all.add(Arrays.copyOf(piece, length));
    return all;
  }
}
