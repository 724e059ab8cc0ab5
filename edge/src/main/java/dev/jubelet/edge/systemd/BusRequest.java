package dev.jubelet.edge.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A method call to an object on a bus, in D-Bus's binary form: a fixed part, an array of header
 * fields, padding to 8 bytes, then the arguments. Pure.
 */
record BusRequest(Target target, String member, List<Argument> arguments) {
  private static final byte METHOD_CALL = 1;
  private static final byte VERSION = 1;
  private static final byte PATH = 1;
  private static final byte INTERFACE = 2;
  private static final byte MEMBER = 3;
  private static final byte DESTINATION = 6;
  private static final byte SIGNATURE = 8;
  private static final int MOST_BYTES = 16 * 1024;

  /** Which interface of which object of which service. */
  record Target(String service, String path, String face) {}

  /** A value with its type. */
  sealed interface Argument {
    /** A string. */
    record Text(String value) implements Argument {}

    /** A 32-bit integer. */
    record Whole(int value) implements Argument {}
  }

  static BusRequest of(Target target, String member, String... texts) {
    return new BusRequest(
        target, member, List.of(texts).stream().<Argument>map(Argument.Text::new).toList());
  }

  String name() {
    return target.face() + "." + member;
  }

  byte[] bytes(int serial) {
    ByteBuffer fields = buffer();
    field(fields, PATH, 'o', target.path());
    field(fields, INTERFACE, 's', target.face());
    field(fields, MEMBER, 's', member);
    field(fields, DESTINATION, 's', target.service());
    if (!arguments.isEmpty()) {
      signature(fields);
    }
    ByteBuffer body = buffer();
    arguments.forEach(argument -> put(body, argument));
    ByteBuffer whole = buffer();
    whole.put((byte) 'l').put(METHOD_CALL).put((byte) 0).put(VERSION);
    whole.putInt(body.position()).putInt(serial).putInt(fields.position());
    whole.put(fields.flip());
    pad(whole, 8);
    whole.put(body.flip());
    byte[] bytes = new byte[whole.position()];
    whole.flip().get(bytes);
    return bytes;
  }

  private void signature(ByteBuffer to) {
    pad(to, 8);
    to.put(SIGNATURE).put((byte) 1).put((byte) 'g').put((byte) 0);
    to.put((byte) arguments.size());
    for (Argument argument : arguments) {
      to.put(
          (byte)
              switch (argument) {
                case Argument.Text _ -> 's';
                case Argument.Whole _ -> 'i';
              });
    }
    to.put((byte) 0);
  }

  private static void put(ByteBuffer to, Argument argument) {
    switch (argument) {
      case Argument.Text(String value) -> text(to, value);
      case Argument.Whole(int value) -> {
        pad(to, 4);
        to.putInt(value);
      }
    }
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void field(ByteBuffer to, byte code, char type, String value) {
    pad(to, 8);
    to.put(code).put((byte) 1).put((byte) type).put((byte) 0);
    text(to, value);
  }

  private static void text(ByteBuffer to, String value) {
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
