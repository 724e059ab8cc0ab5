package dev.jubelet.resource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A setting of the kernel as a file. It tells its value to the first read only, so that it has to
 * be read at once: whoever reads a byte first has that byte alone.
 */
public final class SysctlFile {
  private static final int LONGEST = 4096;

  private SysctlFile() {}

  public static String read(Path file) throws IOException {
    byte[] content = new byte[LONGEST];
    try (InputStream in = Files.newInputStream(file)) {
      int length = in.read(content);
      return new String(content, 0, Math.max(length, 0), StandardCharsets.US_ASCII).strip();
    }
  }
}
