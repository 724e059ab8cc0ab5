package dev.jubelet.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The answer to a request, either sent whole or as a stream.
 *
 * <p>Thread: the connection's.
 */
public interface Response {
  Response status(int code);

  Response header(String name, String value);

  /** Sends everything at once. That a client has gone is not the handler's concern. */
  void send(byte[] body);

  /** The same for a body in pieces, which is not put together for it. */
  void send(List<byte[]> pieces);

  /**
   * Sends a large body while it is made, so that it is nowhere as a whole. When the maker fails,
   * the client gets a part of it and the connection ends, so that it cannot take it for all.
   */
  void send(BodyMaker maker);

  /** Makes a body. */
  @FunctionalInterface
  interface BodyMaker {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Sends the headers now and the body piece by piece: what is written reaches the client at each
   * flush. The request's body can no longer be read, and the connection is not used for another
   * request afterwards. With a header {@code Content-Length} exactly so many bytes must follow.
   *
   * @param clientGone runs once, on another thread, when the client hangs up before the end
   */
  OutputStream stream(Runnable clientGone) throws IOException;

  /**
   * Notices from now on that the client hangs up, while the handler works on an answer that takes
   * long. The request's body can no longer be read, and the connection is not used for another
   * request afterwards.
   *
   * @param clientGone runs once, on another thread, when the client hangs up before the answer
   */
  void watchClient(Runnable clientGone);

  /** Whether the request is one that a connection can be handed over after. */
  boolean upgradable();

  /**
   * Sends the headers now, usually with status 101, and hands the connection over.
   *
   * @throws Refusal when the answer is not {@link #upgradable}
   */
  RawConnection upgrade() throws IOException;

  /** Whether the status has left, so that nothing but the body can follow. */
  boolean committed();
}
