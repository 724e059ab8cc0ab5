package dev.jubelet.base.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * The body of one message. It ends where the message ends and never reads into the next one. Each
 * read gives what has come, so that a stream shows at once.
 *
 * <p>Thread: the connection's.
 */
public abstract sealed class BodyInput extends InputStream
    permits LengthInput, ChunkedInput, RestInput {

  /**
   * The body that the headers announce.
   *
   * @throws MalformedMessage when they announce its end in more than one way
   */
  public static BodyInput of(RequestHead head, InputStream in) throws MalformedMessage {
    return Framing.of(head).over(in);
  }

  /** The same for an answer to anything but a HEAD; it may last until the connection ends. */
  public static BodyInput of(ResponseHead head, InputStream in) throws MalformedMessage {
    return Framing.of(head).over(in);
  }

  /** The same, as leniently as {@link HeadReader#lenientResponse}. */
  public static BodyInput lenient(ResponseHead head, InputStream in) throws MalformedMessage {
    return Framing.lenient(head).over(in);
  }

  /** Whether all of it was read, so that the next message may follow. */
  public abstract boolean complete();

  @Override
  public final int read() throws IOException {
    byte[] single = new byte[1];
    return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] bytes, int offset, int count) throws IOException;

  static MalformedMessage brokenOff() {
    return new MalformedMessage(
        MalformedMessage.Kind.BROKEN_OFF, "the peer hung up in the middle of a body");
  }
}
