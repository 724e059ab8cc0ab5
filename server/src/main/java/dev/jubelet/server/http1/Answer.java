package dev.jubelet.server.http1;

import java.io.IOException;
import java.io.InputStream;

/**
 * What another server answers to a request of ours: status, headers, and the body still to be read.
 *
 * <p>Thread: one at a time.
 */
public record Answer(int status, Headers headers, InputStream body) {
  private static final int MAX_HEAD = 64 * 1024;
  private static final int MAX_FIELDS = 128;

  /**
   * Reads the head. The input stands behind it afterwards, so that what follows an upgrade is kept.
   *
   * @throws IOException when it is none, breaks off or is too long
   */
  public static Answer read(InputStream in) throws IOException {
    LineReader lines = new LineReader(in, MAX_HEAD);
    int status = status(lines.next());
    Headers headers = new Headers(HeadReader.fields(lines, MAX_FIELDS));
    return new Answer(status, headers, body(headers, in));
  }

  private static int status(String line) throws IOException {
    if (!line.matches("HTTP/1\\.[01] [1-9][0-9]{2}( .*)?")) {
      throw new IOException("the answer is not HTTP");
    }
    return Integer.parseInt(line.substring(9, 12));
  }

  private static InputStream body(Headers headers, InputStream in) throws IOException {
    if (headers.lists("Transfer-Encoding", "chunked")) {
      return new ChunkedInput(in);
    }
    return headers.first("Content-Length").isPresent()
        ? new LengthInput(in, BodyInput.length(headers.all("Content-Length")))
        : in;
  }
}
