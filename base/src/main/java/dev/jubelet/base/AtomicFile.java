package dev.jubelet.base;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Writes a file whole or not at all: a reader, also one after a power cut, sees the old content or
 * the new one. The temporary file's name starts with a dot, which watchers of a directory ignore.
 */
public final class AtomicFile {
  private AtomicFile() {}

  public static void write(Path file, byte[] content, Set<PosixFilePermission> mode) {
    try {
      replace(file, content, mode);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private static void replace(Path file, byte[] content, Set<PosixFilePermission> mode)
      throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Path temporary =
        Files.createTempFile(
            directory,
            "." + file.getFileName(),
            ".tmp",
            PosixFilePermissions.asFileAttribute(mode));
    try {
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.setPosixFilePermissions(temporary, mode);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    try (FileChannel parent = FileChannel.open(directory, StandardOpenOption.READ)) {
      parent.force(true);
    }
  }
}
