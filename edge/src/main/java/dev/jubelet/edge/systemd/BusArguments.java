package dev.jubelet.edge.systemd;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Arguments of a call in D-Bus's binary form, with their types: each value stands at a multiple of
 * its own size, an array begins with its length in bytes, a variant with the type of its value.
 *
 * <p>Thread: one. Owns: the bytes so far.
 */
final class BusArguments {
  private static final int MOST_BYTES = 1 << 16;
  private static final int LENGTH = 4;
  private static final int STRUCTURE = 8;

  private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final StringBuilder types = new StringBuilder();

  BusArguments text(String value) {
    types.append('s');
    string(value);
    return this;
  }

  BusArguments flag(boolean value) {
    types.append('b');
    number32(value ? 1 : 0);
    return this;
  }

  BusArguments properties(List<UnitProperty> properties) {
    types.append("a(sv)");
    int length = beginArray();
    pad(STRUCTURE);
    int first = bytes.position();
    properties.forEach(this::property);
    bytes.putInt(length, bytes.position() - first);
    return this;
  }

  /** No units beside the one that is meant. */
  BusArguments noUnits() {
    types.append("a(sa(sv))");
    beginArray();
    pad(STRUCTURE);
    return this;
  }

  String types() {
    return types.toString();
  }

  ByteBuffer bytes() {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).flip();
  }

  private void property(UnitProperty property) {
    pad(STRUCTURE);
    string(property.name());
    switch (property) {
      case UnitProperty.Text(_, String value) -> {
        type("s");
        string(value);
      }
      case UnitProperty.Names(_, List<String> values) -> {
        type("as");
        int length = beginArray();
        int first = bytes.position();
        values.forEach(this::string);
        bytes.putInt(length, bytes.position() - first);
      }
      case UnitProperty.Flag(_, boolean value) -> {
        type("b");
        number32(value ? 1 : 0);
      }
      case UnitProperty.Amount(_, long value) -> {
        type("t");
        pad(Long.BYTES);
        bytes.putLong(value);
      }
    }
  }

  private void type(String type) {
    bytes.put((byte) type.length());
    bytes.put(type.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
  }

  /** Returns where its length will stand. */
  private int beginArray() {
    pad(LENGTH);
    int place = bytes.position();
    bytes.putInt(0);
    return place;
  }

  private void string(String value) {
    byte[] text = value.getBytes(StandardCharsets.UTF_8);
    number32(text.length);
    bytes.put(text).put((byte) 0);
  }

  private void number32(int value) {
    pad(LENGTH);
    bytes.putInt(value);
  }

  private void pad(int multiple) {
    while (bytes.position() % multiple != 0) {
      bytes.put((byte) 0);
    }
  }
}
