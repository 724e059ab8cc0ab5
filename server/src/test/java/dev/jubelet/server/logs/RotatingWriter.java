package dev.jubelet.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;

/**
 * Writes numbered lines as a runtime does, and rotates its file as a kubelet does, far too often.
 */
final class RotatingWriter {
  private final Path file;
  private final RandomGenerator random;
  private OutputStream out;
  private int lines;
  private int rotations;

  RotatingWriter(Path file, RandomGenerator random) throws IOException {
    this.file = file;
    this.random = random;
    this.out = Files.newOutputStream(file);
  }

  void write(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      String line = "2026-01-01T00:00:00.%09dZ stdout F line %d\n".formatted(lines, lines);
      out.write(line.getBytes(StandardCharsets.UTF_8));
      lines++;
    }
  }

  int lines() {
    return lines;
  }

  /** Between each two steps the runtime goes on writing to the file it has open. */
  void rotate() throws IOException {
    if (rotations > 0) {
      compress(rotated(rotations));
    }
    rotations++;
    Files.move(file, rotated(rotations));
    write(random.nextInt(3));
    OutputStream next = Files.newOutputStream(file);
    write(random.nextInt(3));
    out.close();
    out = next;
    write(random.nextInt(3));
  }

  private Path rotated(int number) {
    return file.resolveSibling(
        "%s.20260101-%06d".formatted(String.valueOf(file.getFileName()), number));
  }

  static void compress(Path plain) throws IOException {
    Path temporary = plain.resolveSibling(plain.getFileName() + ".tmp");
    try (OutputStream zipped = new GZIPOutputStream(Files.newOutputStream(temporary))) {
      Files.copy(plain, zipped);
    }
    Files.move(
        temporary,
        plain.resolveSibling(plain.getFileName() + ".gz"),
        StandardCopyOption.ATOMIC_MOVE);
    Files.delete(plain);
  }

  void close() throws IOException {
    out.close();
  }
}
