package dev.jubelet.edge.spdy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * A SPDY/3.1 frame as it stands on the wire: data of a stream, or control of some type.
 *
 * @param type 0 for data, else the control type
 * @param streamId of data frames only
 */
public record Frame(int type, int streamId, int flags, ByteBuffer payload) {
  public static final int DATA = 0;
  public static final int SYN_STREAM = 1;
  public static final int SYN_REPLY = 2;
  public static final int RST_STREAM = 3;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int HEADERS = 8;
  public static final int FIN = 0x01;
  private static final int VERSION = 3;
  private static final int CONTROL_BIT = 0x8000_0000;

  public static Frame data(int streamId, boolean fin, ByteBuffer bytes) {
    return new Frame(DATA, streamId, fin ? FIN : 0, bytes);
  }

  public static Frame control(int type, int flags, ByteBuffer payload) {
    return new Frame(type, 0, flags, payload.flip());
  }

  public boolean isLast() {
    return (flags & FIN) != 0;
  }

  public static Frame read(DataInputStream in) throws IOException {
    int first = in.readInt();
    int second = in.readInt();
    int flags = second >>> 24;
    byte[] payload = in.readNBytes(second & 0xff_ffff);
    if (payload.length < (second & 0xff_ffff)) {
      throw new IOException("a frame broke off");
    }
    return (first & CONTROL_BIT) == 0
        ? new Frame(DATA, first, flags, ByteBuffer.wrap(payload))
        : new Frame(first & 0xffff, 0, flags, ByteBuffer.wrap(payload));
  }

  public void write(OutputStream out) throws IOException {
    int first = type == DATA ? streamId : CONTROL_BIT | (VERSION << 16) | type;
    ByteBuffer bytes = ByteBuffer.allocate(8 + payload.remaining());
    bytes.putInt(first).putInt((flags << 24) | payload.remaining()).put(payload.duplicate());
    out.write(bytes.array());
    out.flush();
  }
}
