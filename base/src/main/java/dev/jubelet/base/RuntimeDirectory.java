package dev.jubelet.base;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A directory in memory that stands in for one on disk when nothing can be made there, such as a
 * socket on a full disk. Who knows the directory on disk finds it.
 *
 * @param parent where such directories are, one for each directory on disk
 */
public record RuntimeDirectory(Path parent) {
  /** That of the machine. */
  public static final RuntimeDirectory SYSTEM = new RuntimeDirectory(Path.of("/run/jubelet"));

  private static final int NAME_BYTES = 8;

  /** The one that stands in for this directory, whether it exists or not. */
  public Path of(Path onDisk) {
    byte[] hash = sha256(identity(onDisk).toString().getBytes(StandardCharsets.UTF_8));
    return parent.resolve(HexFormat.of().formatHex(hash, 0, NAME_BYTES));
  }

  /** The same, made when it is missing; only its owner gets in. */
  public Path make(Path onDisk) throws IOException {
    return Files.createDirectories(
        of(onDisk),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  private static Path identity(Path directory) {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      return directory.toAbsolutePath().normalize();
    }
  }

  private static byte[] sha256(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
