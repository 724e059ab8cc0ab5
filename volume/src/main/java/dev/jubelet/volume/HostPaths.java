package dev.jubelet.volume;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.HostPathVolumeSource;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Volumes that are a path of the host. Nothing is mounted here, but the path is checked, and made,
 * as the volume's type says.
 */
final class HostPaths {
  private static final int FILE_TYPE = 0170000;

  /** What can be at a path, with the word for it in messages and its bits in a file's mode. */
  private enum Kind {
    DIRECTORY("directory", 0040000),
    FILE("file", 0100000),
    SOCKET("socket file", 0140000),
    CHARACTER_DEVICE("character device", 0020000),
    BLOCK_DEVICE("block device", 0060000);

    private final String word;
    private final int bits;

    Kind(String word, int bits) {
      this.word = word;
      this.bits = bits;
    }
  }

  private HostPaths() {}

  static Path prepare(HostPathVolumeSource source) throws IOException {
    Path path = path(source);
    String type = source.getType() == null ? "" : source.getType();
    switch (type) {
      case "" -> {}
      case "DirectoryOrCreate" -> {
        if (!Files.exists(path)) {
          Files.createDirectories(
              path,
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        require(path, Kind.DIRECTORY);
      }
      case "FileOrCreate" -> {
        createFileIfMissing(path);
        require(path, Kind.FILE);
      }
      case "Directory" -> require(path, Kind.DIRECTORY);
      case "File" -> require(path, Kind.FILE);
      case "Socket" -> require(path, Kind.SOCKET);
      case "CharDevice" -> require(path, Kind.CHARACTER_DEVICE);
      case "BlockDevice" -> require(path, Kind.BLOCK_DEVICE);
      default -> throw new VolumeException(type + " is an invalid volume type");
    }
    return path;
  }

  private static Path path(HostPathVolumeSource source) {
    String written = source.getPath() == null ? "" : source.getPath();
    Path path = path(written);
    for (Path step : path) {
      if (step.toString().equals("..")) {
        throw new VolumeException("invalid HostPath `" + written + "`: must not contain '..'");
      }
    }
    return path;
  }

  private static Path path(String written) {
    try {
      return Path.of(written);
    } catch (InvalidPathException e) {
      throw new VolumeException("invalid HostPath `" + written + "`: " + e.getReason());
    }
  }

  private static void createFileIfMissing(Path path) throws IOException {
    if (Files.exists(path)) {
      return;
    }
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
    } catch (FileAlreadyExistsException e) {
      // Somebody else made it meanwhile, or it is a dangling link: the check that follows tells.
      require(path, Kind.FILE);
    }
  }

  private static void require(Path path, Kind kind) throws IOException {
    boolean matches =
        Files.exists(path)
            && ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == kind.bits;
    if (!matches) {
      throw new VolumeException("hostPath type check failed: " + path + " is not a " + kind.word);
    }
  }
}
