package dev.jubelet.server.websocket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Sends messages to a client, each in one frame and one write.
 *
 * <p>Thread: any; one message at a time.
 */
public final class MessageWriter {
  public static final int NORMAL = 1000;
  static final int PROTOCOL_ERROR = 1002;
  private static final int LAST = 0x80;
  private static final int SHORT = 125;
  private static final int SHORT_LENGTH = 126;
  private static final int LONG_LENGTH = 127;
  private static final int MAX_HEAD = 10;
  private static final byte[] NOTHING = new byte[0];

  @GuardedBy("this")
  private final OutputStream out;

  @GuardedBy("this")
  private boolean saidGoodbye;

  public MessageWriter(OutputStream out) {
    this.out = out;
  }

  /** A binary message. */
  public void send(byte[] bytes, int offset, int count) throws IOException {
    write(FrameHead.BINARY, NOTHING, bytes, offset, count);
  }

  /** A binary message whose first byte names a channel. */
  public void send(int channel, byte[] bytes, int offset, int count) throws IOException {
    write(FrameHead.BINARY, new byte[] {(byte) channel}, bytes, offset, count);
  }

  void pong(byte[] content) throws IOException {
    write(FrameHead.PONG, NOTHING, content, 0, content.length);
  }

  /** Said once; nothing can be sent afterwards. */
  public synchronized void sayGoodbye(int code) throws IOException {
    byte[] content = {(byte) (code >> 8), (byte) code};
    write(FrameHead.CLOSE, NOTHING, content, 0, content.length);
    saidGoodbye = true;
  }

  private synchronized void write(int opcode, byte[] prefix, byte[] bytes, int offset, int count)
      throws IOException {
    if (saidGoodbye) {
      return;
    }
    int length = prefix.length + count;
    byte[] frame = new byte[MAX_HEAD + length];
    int at = head(frame, opcode, length);
    System.arraycopy(prefix, 0, frame, at, prefix.length);
    System.arraycopy(bytes, offset, frame, at + prefix.length, count);
    out.write(frame, 0, at + length);
    out.flush();
  }

  /** Returns where the content begins. */
  private static int head(byte[] frame, int opcode, int length) {
    frame[0] = (byte) (LAST | opcode);
    if (length <= SHORT) {
      frame[1] = (byte) length;
      return 2;
    }
    int bytes = length > 0xffff ? Long.BYTES : Short.BYTES;
    frame[1] = (byte) (bytes == Long.BYTES ? LONG_LENGTH : SHORT_LENGTH);
    for (int i = 0; i < bytes; i++) {
      frame[2 + i] = (byte) ((long) length >> (8 * (bytes - 1 - i)));
    }
    return 2 + bytes;
  }
}
