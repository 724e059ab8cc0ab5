package dev.jubelet.edge.systemd;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What came back: an answer, a refusal by its name, or something that was not asked for.
 *
 * @param error the name of the error, empty when it is none
 */
record BusReply(boolean answers, String error) {
  private static final int ANSWER = 2;
  private static final int ERROR = 3;
  private static final byte ERROR_NAME = 4;
  private static final int MOST_BYTES = 1 << 20;

  /** Reads one message whole. */
  static BusReply read(DataInputStream in) throws IOException {
    ByteBuffer fixed = ByteBuffer.wrap(in.readNBytes(16)).order(ByteOrder.LITTLE_ENDIAN);
    if (fixed.remaining() < 16) {
      throw new IOException("the connection ended");
    }
    if (fixed.get(0) != 'l') {
      fixed.order(ByteOrder.BIG_ENDIAN);
    }
    int type = fixed.get(1);
    long body = Integer.toUnsignedLong(fixed.getInt(4));
    long fields = Integer.toUnsignedLong(fixed.getInt(12));
    long rest = fields + (8 - fields % 8) % 8 + body;
    if (rest > MOST_BYTES) {
      throw new IOException("a message of " + rest + " bytes");
    }
    byte[] bytes = in.readNBytes((int) rest);
    if (bytes.length < rest) {
      throw new IOException("the connection ended within a message");
    }
    if (type == ERROR) {
      ByteBuffer header = ByteBuffer.wrap(bytes, 0, (int) fields).order(fixed.order());
      return new BusReply(true, errorName(header));
    }
    return new BusReply(type == ANSWER, "");
  }

  /** Fields are (code, type, value); those before the name are numbers or texts. */
  private static String errorName(ByteBuffer header) throws IOException {
    while (header.remaining() >= 8) {
      byte code = header.get();
      header.get();
      char type = (char) header.get();
      header.get();
      if (type == 'u') {
        header.getInt();
      } else {
        String text = text(header, type);
        if (code == ERROR_NAME) {
          return text;
        }
      }
      int next = (header.position() + 7) / 8 * 8;
      header.position(Math.min(next, header.limit()));
    }
    return "an error without a name";
  }

  private static String text(ByteBuffer header, char type) throws IOException {
    int length = type == 'g' ? Byte.toUnsignedInt(header.get()) : header.getInt();
    if (length < 0 || length >= header.remaining()) {
      throw new IOException("a header field of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    header.get(bytes);
    header.get();
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
