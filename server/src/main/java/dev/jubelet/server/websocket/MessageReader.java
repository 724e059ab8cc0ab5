package dev.jubelet.server.websocket;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a client sends, message by message, each in pieces that fit into memory. Pings are answered
 * and goodbyes returned on the way.
 *
 * <p>Thread: one at a time. Owns: the piece read last.
 */
public final class MessageReader {
  private static final int SIZE = 16 * 1024;

  private final DataInputStream in;
  private final MessageWriter writer;
  private final byte[] piece = new byte[SIZE];
  private int length;
  private boolean first;
  private @Nullable FrameHead frame;
  private long position;
  private boolean inMessage;

  /**
   * @param writer of the same connection
   */
  public MessageReader(InputStream in, MessageWriter writer) {
    this.in = new DataInputStream(in);
    this.writer = writer;
  }

  /**
   * Waits for the next piece; false when the client has said goodbye.
   *
   * @throws ProtocolException when it breaks the rules, which it has been told then
   * @throws EOFException when it goes without a goodbye
   */
  public boolean next() throws IOException {
    try {
      first = false;
      return frame == null ? nextFrame() : fill(frame);
    } catch (ProtocolException e) {
      writer.sayGoodbye(MessageWriter.PROTOCOL_ERROR);
      throw e;
    }
  }

  private boolean nextFrame() throws IOException {
    FrameHead head = FrameHead.read(in);
    while (head.isControl()) {
      if (!control(head)) {
        return false;
      }
      head = FrameHead.read(in);
    }
    if (head.opcode() > FrameHead.BINARY
        || inMessage != (head.opcode() == FrameHead.CONTINUATION)) {
      throw new ProtocolException("a frame of an unknown kind or out of order");
    }
    first = !inMessage;
    inMessage = !head.last();
    position = 0;
    return fill(head);
  }

  private boolean fill(FrameHead head) throws IOException {
    int wanted = (int) Math.min(piece.length, head.length() - position);
    length = wanted == 0 ? 0 : in.read(piece, 0, wanted);
    if (length < 0) {
      throw new EOFException("the client went away in the middle of a message");
    }
    head.unmask(piece, length, position);
    position += length;
    frame = position < head.length() ? head : null;
    return true;
  }

  /** False at the goodbye. */
  private boolean control(FrameHead head) throws IOException {
    byte[] content = new byte[(int) head.length()];
    in.readFully(content);
    head.unmask(content, content.length, 0);
    switch (head.opcode()) {
      case FrameHead.CLOSE -> {
        writer.sayGoodbye(MessageWriter.NORMAL);
        return false;
      }
      case FrameHead.PING -> writer.pong(content);
      case FrameHead.PONG -> {}
      default -> throw new ProtocolException("a control frame of an unknown kind");
    }
    return true;
  }

  /** The piece read last; valid until the next. */
  public byte[] piece() {
    return piece;
  }

  /** How much of the piece is filled. */
  public int length() {
    return length;
  }

  /** Whether the piece begins a message. */
  public boolean isFirst() {
    return first;
  }
}
