package dev.jubelet.edge.spdy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Headers as SPDY/3 sends them. Each direction of a connection is one compressed stream, so a codec
 * belongs to one connection and blocks must pass in the order of their frames.
 *
 * <p>Thread: encoding by one at a time, decoding by one at a time. Owns: the native compressors.
 */
public final class HeaderCodec implements AutoCloseable {
  private static final int MAX_BLOCK = 1024 * 1024;

  private final Deflater deflater = new Deflater();
  private final Inflater inflater = new Inflater();

  public HeaderCodec() {
    deflater.setDictionary(HeaderDictionary.bytes());
  }

  public byte[] encode(Map<String, String> headers) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    plain.writeBytes(number(headers.size()));
    headers.forEach(
        (name, value) -> {
          write(plain, name.toLowerCase(Locale.ROOT));
          write(plain, value);
        });
    deflater.setInput(plain.toByteArray());
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    byte[] buffer = new byte[1024];
    int length = buffer.length;
    while (length == buffer.length) {
      length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
      packed.write(buffer, 0, length);
    }
    return packed.toByteArray();
  }

  public Map<String, String> decode(byte[] block) throws IOException {
    try {
      return parse(ByteBuffer.wrap(inflate(block)));
    } catch (DataFormatException | IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException("the peer sent headers that cannot be read", e);
    }
  }

  private byte[] inflate(byte[] block) throws DataFormatException {
    inflater.setInput(block);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    byte[] buffer = new byte[1024];
    while (true) {
      int length = inflater.inflate(buffer);
      if (length == 0 && inflater.needsDictionary()) {
        inflater.setDictionary(HeaderDictionary.bytes());
      } else if (length == 0) {
        return plain.toByteArray();
      }
      plain.write(buffer, 0, length);
      if (plain.size() > MAX_BLOCK) {
        throw new DataFormatException("too many headers");
      }
    }
  }

  private static Map<String, String> parse(ByteBuffer plain) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int left = plain.getInt(); left > 0; left--) {
      headers.put(read(plain), read(plain));
    }
    return headers;
  }

  private static String read(ByteBuffer plain) {
    int length = plain.getInt();
    if (length < 0 || length > plain.remaining()) {
      throw new IllegalArgumentException("a header longer than its block");
    }
    byte[] bytes = new byte[length];
    plain.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void write(ByteArrayOutputStream out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeBytes(number(bytes.length));
    out.writeBytes(bytes);
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  @Override
  public void close() {
    deflater.end();
    inflater.end();
  }
}
