package dev.jubelet.base.metric;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that grow, in pieces, or leave as soon as a piece is full: a page of a few megabytes is
 * made with one copy of each byte, and without arrays that are too large for young garbage.
 *
 * <p>Thread: one.
 */
final class TextBuffer {
  private final int pieceBytes;
  private final @Nullable OutputStream to;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] piece;
  private int length;

  /** Keeps all. */
  TextBuffer(int pieceBytes) {
    this(pieceBytes, null);
  }

  /** Hands all on; where that fails, so does the appending. */
  TextBuffer(int pieceBytes, @Nullable OutputStream to) {
    this.pieceBytes = pieceBytes;
    this.to = to;
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
      if (to == null) {
        full.add(piece);
        piece = new byte[pieceBytes];
        length = 0;
      } else {
        handOn(to);
      }
    }
    return piece.length - length;
  }

  private void handOn(OutputStream target) {
    try {
      target.write(piece, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    length = 0;
  }

  /** Hands on what is left. */
  void flush() {
    if (to != null) {
      handOn(to);
    }
  }

  List<byte[]> pieces() {
    List<byte[]> all = new ArrayList<>(full);
    all.add(Arrays.copyOf(piece, length));
    return all;
  }
}
