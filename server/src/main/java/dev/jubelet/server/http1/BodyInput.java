package dev.jubelet.server.http1;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The body of one request. It ends where the request ends and never reads into the next one.
 *
 * <p>Thread: the connection's.
 */
public abstract sealed class BodyInput extends InputStream permits LengthInput, ChunkedInput {

  /**
   * The body that the headers announce.
   *
   * @throws MalformedRequest when they announce its end in more than one way
   */
  public static BodyInput of(RequestHead head, InputStream in) throws MalformedRequest {
    List<String> encodings = head.headers().all("Transfer-Encoding");
    List<String> lengths = head.headers().all("Content-Length");
    if (encodings.isEmpty()) {
      return new LengthInput(in, length(lengths));
    }
    if (!lengths.isEmpty() || encodings.size() > 1 || !head.modern()) {
      throw MalformedRequest.bad("the length of the body is ambiguous");
    }
    if (!encodings.getFirst().equalsIgnoreCase("chunked")) {
      throw MalformedRequest.of(501, "only the transfer encoding chunked is supported");
    }
    return new ChunkedInput(in);
  }

  static long length(List<String> values) throws MalformedRequest {
    if (values.isEmpty()) {
      return 0;
    }
    // Digits only: a sign, a list or a blank is what others may read differently.
    if (values.size() > 1 || !values.getFirst().matches("[0-9]{1,18}")) {
      throw MalformedRequest.bad("the Content-Length is not valid");
    }
    return Long.parseLong(values.getFirst());
  }

  /** Whether all of it was read, so that the next request may follow. */
  public abstract boolean complete();

  @Override
  public final int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] bytes, int offset, int count) throws IOException;

  static ClientGone brokenOff() {
    return new ClientGone("the client hung up in the middle of a body");
  }
}
