package dev.jubelet.edge.systemd;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A message that came over a bus: an answer, an error or a signal. Pure.
 *
 * @param replySerial which call it answers; 0 for none
 * @param texts the header fields that are texts, by their code
 * @param descriptors how many open files came with it
 */
record BusMessage(
    Kind kind, int replySerial, Map<Byte, String> texts, int descriptors, ByteBuffer body) {
  static final int FIXED_BYTES = 16;
  private static final int MOST_BYTES = 1 << 20;
  private static final byte PATH = 1;
  private static final byte INTERFACE = 2;
  private static final byte MEMBER = 3;
  private static final byte ERROR_NAME = 4;
  private static final byte REPLY_SERIAL = 5;
  private static final byte DESTINATION = 6;
  private static final byte DESCRIPTORS = 9;

  enum Kind {
    CALL,
    ANSWER,
    ERROR,
    SIGNAL,
    UNKNOWN;

    private static Kind of(int number) {
      return number >= 1 && number <= 4 ? values()[number - 1] : UNKNOWN;
    }
  }

  /** How many bytes follow the fixed part. */
  static int rest(byte[] fixed) {
    ByteBuffer in = ordered(fixed);
    long body = Integer.toUnsignedLong(in.getInt(4));
    long fields = Integer.toUnsignedLong(in.getInt(12));
    long rest = padded(fields) + body;
    if (rest > MOST_BYTES) {
      throw new BusException(BusException.Kind.LOST, "a message of " + rest + " bytes");
    }
    return (int) rest;
  }

  static BusMessage parse(byte[] fixed, byte[] rest) {
    ByteBuffer start = ordered(fixed);
    int fieldBytes = start.getInt(12);
    ByteBuffer fields = ByteBuffer.wrap(rest, 0, fieldBytes).slice().order(start.order());
    Map<Byte, String> texts = new HashMap<>();
    Map<Byte, Integer> numbers = new HashMap<>();
    try {
      while (fields.hasRemaining()) {
        field(fields, texts, numbers);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw new BusException(BusException.Kind.LOST, "a header that cannot be read", e);
    }
    int bodyAt = (int) padded(fieldBytes);
    return new BusMessage(
        Kind.of(fixed[1]),
        numbers.getOrDefault(REPLY_SERIAL, 0),
        Map.copyOf(texts),
        numbers.getOrDefault(DESCRIPTORS, 0),
        ByteBuffer.wrap(rest, bodyAt, rest.length - bodyAt).slice().order(start.order()));
  }

  private static ByteBuffer ordered(byte[] fixed) {
    return ByteBuffer.wrap(fixed)
        .order(fixed[0] == 'l' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
  }

  private static long padded(long bytes) {
    return (bytes + 7) / 8 * 8;
  }

  /** A code, the signature of a variant, the value. */
  private static void field(ByteBuffer in, Map<Byte, String> texts, Map<Byte, Integer> numbers) {
    byte code = in.get();
    String type = signature(in);
    switch (type) {
      case "u" -> numbers.put(code, in.getInt());
      case "g" -> texts.put(code, signature(in));
      case "s", "o" -> texts.put(code, text(in));
      default -> throw new IllegalArgumentException("a header field of type " + type);
    }
    in.position(Math.min((int) padded(in.position()), in.limit()));
  }

  private static String signature(ByteBuffer in) {
    return text(in, Byte.toUnsignedInt(in.get()));
  }

  private static String text(ByteBuffer in) {
    return text(in, in.getInt());
  }

  private static String text(ByteBuffer in, int length) {
    if (length < 0 || length >= in.remaining()) {
      throw new IllegalArgumentException("a text of " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    in.get();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /**
   * Whether it is this signal, sent to all who asked for it. One that is addressed to us passed by
   * what we asked for, so anybody may have sent it.
   */
  boolean isBroadcast(BusRequest.Target from, String member) {
    return kind == Kind.SIGNAL
        && !texts.containsKey(DESTINATION)
        && from.path().equals(texts.get(PATH))
        && from.face().equals(texts.get(INTERFACE))
        && member.equals(texts.get(MEMBER));
  }

  /** The error's name and words. */
  String error() {
    String name = texts.getOrDefault(ERROR_NAME, "an error without a name");
    try {
      return name + ": " + text(body.duplicate().order(body.order()));
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return name;
    }
  }

  /** The body of a message with one boolean. */
  boolean flag() {
    requireBody(Integer.BYTES);
    return body.getInt(0) != 0;
  }

  /** The body of a message with one variant that is a 64-bit number. */
  long variantLong() {
    requireBody(2 * Long.BYTES);
    if (body.get(0) != 1 || body.get(1) != 't') {
      throw new BusException(BusException.Kind.LOST, "a property is not a 64-bit number");
    }
    return body.getLong(Long.BYTES);
  }

  /** The body of a message with one variant that is a boolean. */
  boolean variantFlag() {
    requireBody(2 * Integer.BYTES);
    if (body.get(0) != 1 || body.get(1) != 'b') {
      throw new BusException(BusException.Kind.LOST, "a property is not a boolean");
    }
    return body.getInt(Integer.BYTES) != 0;
  }

  private void requireBody(int bytes) {
    if (body.limit() < bytes) {
      throw new BusException(BusException.Kind.LOST, "a message is too short");
    }
  }
}
