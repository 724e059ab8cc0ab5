package dev.jubelet.server.websocket;

import java.io.DataInputStream;
import java.io.IOException;

/**
 * The head of a frame from a client: RFC 6455 section 5.2.
 *
 * @param mask its first byte on the wire is the highest here
 */
record FrameHead(boolean last, int opcode, long length, int mask) {
  static final int CONTINUATION = 0;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;
  static final int MOST_CONTROL_BYTES = 125;
  private static final int LAST = 0x80;
  private static final int RESERVED = 0x70;
  private static final int OPCODE = 0x0f;
  private static final int MASKED = 0x80;
  private static final int SHORT_LENGTH = 126;
  private static final int LONG_LENGTH = 127;
  private static final int MASK_LENGTH = 4;

  static FrameHead read(DataInputStream in) throws IOException {
    int first = in.readUnsignedByte();
    int second = in.readUnsignedByte();
    if ((first & RESERVED) != 0) {
      throw new ProtocolException("an extension that was not agreed on");
    }
    if ((second & MASKED) == 0) {
      throw new ProtocolException("a frame without a mask");
    }
    int opcode = first & OPCODE;
    boolean last = (first & LAST) != 0;
    long length = length(second & ~MASKED, in);
    if (opcode >= CLOSE && (!last || length > MOST_CONTROL_BYTES)) {
      throw new ProtocolException("a control frame in parts or too long");
    }
    return new FrameHead(last, opcode, length, in.readInt());
  }

  private static long length(int announced, DataInputStream in) throws IOException {
    long length =
        switch (announced) {
          case SHORT_LENGTH -> in.readUnsignedShort();
          case LONG_LENGTH -> in.readLong();
          default -> announced;
        };
    if (length < 0) {
      throw new ProtocolException("a frame of impossible length");
    }
    return length;
  }

  boolean isControl() {
    return opcode >= CLOSE;
  }

  /**
   * Takes the mask off.
   *
   * @param position of the first byte in the frame
   */
  void unmask(byte[] bytes, int count, long position) {
    for (int i = 0; i < count; i++) {
      int place = (int) ((position + i) % MASK_LENGTH);
      bytes[i] ^= (byte) (mask >>> (8 * (MASK_LENGTH - 1 - place)));
    }
  }
}
