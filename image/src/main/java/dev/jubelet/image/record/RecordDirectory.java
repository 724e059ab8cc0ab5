package dev.jubelet.image.record;

import dev.jubelet.base.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A directory with one small file per key, named by the key's SHA-256. Files are written whole and
 * are on the disk when a call returns. The directory is made again when somebody removed it. Throws
 * UncheckedIOException.
 *
 * <p>Thread: any, one change of a key at a time.
 */
record RecordDirectory(Path path) {
  private static final String PREFIX = "sha256-";
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");
  private static final int LARGEST_BYTES = 1 << 20;

  static String fileName(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  void write(String fileName, byte[] content) {
    try {
      Files.createDirectories(path, PosixFilePermissions.asFileAttribute(DIRECTORY));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + path, e);
    }
    AtomicFile.write(path.resolve(fileName), content, FILE);
  }

  Optional<byte[]> read(String fileName) {
    try (var in = Files.newInputStream(path.resolve(fileName))) {
      return Optional.of(in.readNBytes(LARGEST_BYTES));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path.resolve(fileName), e);
    }
  }

  void delete(String fileName) {
    try {
      Files.deleteIfExists(path.resolve(fileName));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + path.resolve(fileName), e);
    }
  }

  /** The names of all whole files. */
  List<String> files() {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, PREFIX + "*")) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (!name.endsWith(".tmp") && Files.isRegularFile(entry)) {
          names.add(name);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + path, e);
    }
    return names;
  }
}
