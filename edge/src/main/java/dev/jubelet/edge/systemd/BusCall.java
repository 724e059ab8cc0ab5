package dev.jubelet.edge.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A method call with string arguments in D-Bus's binary form: a fixed part of 12 bytes, an array of
 * header fields, padding to 8 bytes, then the arguments.
 */
record BusCall(String path, String face, String member, List<String> arguments) {
  private static final byte METHOD_CALL = 1;
  private static final byte VERSION = 1;
  private static final byte PATH = 1;
  private static final byte INTERFACE = 2;
  private static final byte MEMBER = 3;
  private static final byte SIGNATURE = 8;
  private static final int FIXED_BYTES = 12;

  byte[] bytes(int serial) {
    ByteBuffer body = buffer(0);
    arguments.forEach(argument -> string(body, argument));
    return bytes(serial, "s".repeat(arguments.size()), body.flip());
  }

  /** With arguments of other types, which are in their binary form already. */
  byte[] bytes(int serial, String types, ByteBuffer body) {
    ByteBuffer fields = buffer(types.length());
    field(fields, PATH, 'o', path);
    field(fields, INTERFACE, 's', face);
    field(fields, MEMBER, 's', member);
    pad(fields, 8);
    fields.put(SIGNATURE).put((byte) 1).put((byte) 'g').put((byte) 0);
    byte[] signature = types.getBytes(StandardCharsets.UTF_8);
    fields.put((byte) signature.length).put(signature).put((byte) 0);

    ByteBuffer whole = buffer(types.length() + body.remaining());
    whole.put((byte) 'l').put(METHOD_CALL).put((byte) 0).put(VERSION);
    whole.putInt(body.remaining()).putInt(serial).putInt(fields.position());
    whole.put(fields.flip());
    pad(whole, 8);
    whole.put(body);
    byte[] bytes = new byte[whole.position()];
    whole.flip().get(bytes);
    return bytes;
  }

  private ByteBuffer buffer(int more) {
    int texts = path.length() + face.length() + member.length();
    int most = FIXED_BYTES + 128 + 4 * texts + more;
    for (String argument : arguments) {
      most += 16 + 4 * argument.length();
    }
    return ByteBuffer.allocate(most).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void field(ByteBuffer to, byte code, char type, String value) {
    pad(to, 8);
    to.put(code).put((byte) 1).put((byte) type).put((byte) 0);
    string(to, value);
  }

  private static void string(ByteBuffer to, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    pad(to, 4);
    to.putInt(bytes.length).put(bytes).put((byte) 0);
  }

  private static void pad(ByteBuffer to, int multiple) {
    while (to.position() % multiple != 0) {
      to.put((byte) 0);
    }
  }
}
