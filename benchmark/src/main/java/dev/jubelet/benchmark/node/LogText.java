package dev.jubelet.benchmark.node;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a log as a runtime does, but as fast as the disk takes it. */
public final class LogText {
  private static final int LINES_AT_ONCE = 500;

  /** Of every line. */
  public static final String TIME = "2026-01-01T00:00:00.123456789Z";

  private static final String HEAD = TIME + " stdout F ";

  private LogText() {}

  /** Appends the line so often. */
  public static void append(Path file, String line, int count) {
    byte[] one = (HEAD + line + "\n").getBytes(StandardCharsets.US_ASCII);
    byte[] block = new byte[one.length * LINES_AT_ONCE];
    for (int at = 0; at < block.length; at += one.length) {
      System.arraycopy(one, 0, block, at, one.length);
    }
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      for (int left = count; left > 0; left -= LINES_AT_ONCE) {
        out.write(block, 0, Math.min(left, LINES_AT_ONCE) * one.length);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
