package dev.jubelet.testing.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * A D-Bus message, little-endian, with texts and numbers as header fields.
 *
 * @param fields by their code
 */
record DbusFrame(int type, int serial, Map<Integer, Object> fields, ByteBuffer body) {
  static final int CALL = 1;
  static final int RETURN = 2;
  static final int ERROR = 3;
  static final int SIGNAL = 4;
  static final int PATH = 1;
  static final int INTERFACE = 2;
  static final int MEMBER = 3;
  static final int ERROR_NAME = 4;
  static final int REPLY_SERIAL = 5;
  static final int DESTINATION = 6;
  static final int SENDER = 7;
  static final int SIGNATURE = 8;
  static final int UNIX_FDS = 9;

  String text(int code) {
    return String.valueOf(fields.getOrDefault(code, ""));
  }

  /** Reads one message, a byte at a time. */
  static DbusFrame read(IntSupplier in) {
    ByteBuffer fixed = wrap(take(in, 16));
    if (fixed.get(0) != 'l') {
      throw new IllegalStateException("not little-endian");
    }
    int fieldBytes = fixed.getInt(12);
    ByteBuffer header = wrap(take(in, (fieldBytes + 7) / 8 * 8)).limit(fieldBytes);
    Map<Integer, Object> fields = new TreeMap<>();
    while (header.hasRemaining()) {
      int code = header.get();
      String type = text(header, header.get());
      fields.put(
          code,
          switch (type) {
            case "u" -> header.getInt();
            case "g" -> text(header, header.get());
            default -> text(header, header.getInt());
          });
      header.position(Math.min((header.position() + 7) / 8 * 8, header.limit()));
    }
    return new DbusFrame(fixed.get(1), fixed.getInt(8), fields, wrap(take(in, fixed.getInt(4))));
  }

  /** The texts with which the body begins. */
  List<String> texts() {
    ByteBuffer in = body.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    List<String> texts = new ArrayList<>();
    for (char type : text(SIGNATURE).toCharArray()) {
      if (type != 's') {
        break;
      }
      in.position((in.position() + 3) / 4 * 4);
      texts.add(text(in, in.getInt()));
    }
    return texts;
  }

  private static byte[] take(IntSupplier in, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) in.getAsInt();
    }
    return bytes;
  }

  private static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    in.get();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    ByteBuffer header = buffer();
    fields.forEach((code, value) -> field(header, code, value));
    ByteBuffer whole = buffer();
    whole.put((byte) 'l').put((byte) type).put((byte) 0).put((byte) 1);
    whole.putInt(body.remaining()).putInt(serial).putInt(header.position());
    whole.put(header.flip());
    pad(whole, 8);
    whole.put(body.duplicate());
    byte[] bytes = new byte[whole.position()];
    whole.flip().get(bytes);
    return bytes;
  }

  private static void field(ByteBuffer to, int code, Object value) {
    pad(to, 8);
    char type =
        switch (code) {
          case PATH -> 'o';
          case SIGNATURE -> 'g';
          case REPLY_SERIAL, UNIX_FDS -> 'u';
          default -> 's';
        };
    to.put((byte) code).put((byte) 1).put((byte) type).put((byte) 0);
    if (value instanceof Integer number) {
      to.putInt(number);
    } else if (type == 'g') {
      byte[] bytes = value.toString().getBytes(StandardCharsets.UTF_8);
      to.put((byte) bytes.length).put(bytes).put((byte) 0);
    } else {
      text(to, value.toString());
    }
  }

  static void text(ByteBuffer to, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    pad(to, 4);
    to.putInt(bytes.length).put(bytes).put((byte) 0);
  }

  static void pad(ByteBuffer to, int multiple) {
    while (to.position() % multiple != 0) {
      to.put((byte) 0);
    }
  }

  static ByteBuffer buffer() {
    return ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN);
  }
}
