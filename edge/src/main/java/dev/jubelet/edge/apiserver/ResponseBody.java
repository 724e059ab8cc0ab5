package dev.jubelet.edge.apiserver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body that tells of every part that arrives. The end of the stream is the end of the body: one
 * that broke off is an error of the HTTP client below.
 *
 * <p>Thread: one reader.
 */
final class ResponseBody extends FilterInputStream {
  private final Runnable heard;
  private long received;

  ResponseBody(InputStream in, Runnable heard) {
    super(in);
    this.heard = heard;
  }

  /**
   * Readers close what they read; what is left of the answer is for {@link ApiResponse} to deal
   * with.
   */
  @Override
  public void close() {}

  /** How many bytes have been read. */
  long received() {
    return received;
  }

  /** Frees a reader, who then fails. */
  void abort() throws IOException {
    super.close();
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    received += value < 0 ? 0 : 1;
    heard.run();
    return value;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    received += Math.max(0, count);
    heard.run();
    return count;
  }
}
