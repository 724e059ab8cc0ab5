package dev.jubelet.it.stream;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The two directions of a WebSocket as plain bytes, for a client; masks with zeros. */
final class SpdyOverWebSocket {
  private static final int BINARY = 0x82;
  private static final int CLOSE = 0x88;
  private static final int MASKED = 0x80;
  private static final int SHORT_LENGTH = 126;
  private static final int LONG_LENGTH = 127;

  private SpdyOverWebSocket() {}

  static OutputStream output(OutputStream out) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(14 + count).put((byte) BINARY);
        frame.put((byte) (MASKED | LONG_LENGTH)).putLong(count).putInt(0);
        frame.put(bytes, offset, count);
        out.write(frame.array(), 0, frame.position());
      }
    };
  }

  static InputStream input(InputStream raw) {
    DataInputStream in = new DataInputStream(raw);
    return new InputStream() {
      private long left;

      @Override
      public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
          return 0;
        }
        while (left == 0) {
          if (in.readUnsignedByte() == CLOSE) {
            return -1;
          }
          int length = in.readUnsignedByte();
          left =
              switch (length) {
                case SHORT_LENGTH -> in.readUnsignedShort();
                case LONG_LENGTH -> in.readLong();
                default -> length;
              };
        }
        int part = in.read(bytes, offset, (int) Math.min(count, left));
        left -= Math.max(0, part);
        return part;
      }
    };
  }
}
