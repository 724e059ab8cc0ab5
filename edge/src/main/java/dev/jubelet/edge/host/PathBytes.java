package dev.jubelet.edge.host;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * Paths as the kernel has them: bytes, which need not be text in any encoding. A container may call
 * its files and mount points anything, and they have to be found all the same. Pure.
 */
public final class PathBytes {
  private static final Path TOP = Path.of("/");
  private static final String PLAIN = "/-_.";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final int ESCAPE_LENGTH = 3;

  private PathBytes() {}

  /** The path of these bytes, which must be an absolute one. */
  public static Path path(byte[] absolute) {
    String text = new String(absolute, StandardCharsets.ISO_8859_1);
    if (isAscii(text)) {
      return Path.of(text);
    }
    StringBuilder uri = new StringBuilder("file://");
    for (byte each : absolute) {
      if (isPlain((char) (each & 0xff))) {
        uri.append((char) each);
      } else {
        uri.append('%').append(HEX.toHexDigits(each));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }

  private static boolean isPlain(char each) {
    return (each >= 'a' && each <= 'z')
        || (each >= 'A' && each <= 'Z')
        || (each >= '0' && each <= '9')
        || PLAIN.indexOf(each) >= 0;
  }

  /** The bytes of a path, which may be a relative one. */
  public static byte[] of(Path path) {
    String text = path.toString();
    if (isAscii(text)) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (Path step : path) {
      if (bytes.size() > 0 || path.isAbsolute()) {
        bytes.write('/');
      }
      bytes.writeBytes(ofName(step));
    }
    return bytes.toByteArray();
  }

  /**
   * Only as a URI does a path tell bytes that are no text; one of a directory ends with a slash.
   */
  private static byte[] ofName(Path name) {
    String raw = TOP.resolve(name).toUri().getRawPath();
    int end = raw.endsWith("/") ? raw.length() - 1 : raw.length();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 1; i < end; ) {
      if (raw.charAt(i) == '%') {
        bytes.write(HexFormat.fromHexDigits(raw, i + 1, i + ESCAPE_LENGTH));
        i += ESCAPE_LENGTH;
      } else {
        bytes.write(raw.charAt(i));
        i++;
      }
    }
    return bytes.toByteArray();
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(each -> each < 0x80);
  }
}
