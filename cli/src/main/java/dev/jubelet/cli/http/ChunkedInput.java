package dev.jubelet.cli.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A chunked body; each read gives what has come, so that a followed log shows at once. */
final class ChunkedInput extends InputStream {
  private final InputStream in;
  private long left;
  private boolean first = true;
  private boolean done;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (left == 0 && !done) {
      nextChunk();
    }
    if (done) {
      return -1;
    }
    int read = in.read(into, offset, (int) Math.min(left, length));
    if (read < 0) {
      throw new EOFException("the answer broke off");
    }
    left -= read;
    return read;
  }

  private void nextChunk() throws IOException {
    if (!first) {
      ResponseHead.line(in);
    }
    first = false;
    String size = ResponseHead.line(in);
    int extension = size.indexOf(';');
    left = Long.parseLong((extension < 0 ? size : size.substring(0, extension)).trim(), 16);
    if (left == 0) {
      done = true;
      ResponseHead.line(in);
    }
  }
}
