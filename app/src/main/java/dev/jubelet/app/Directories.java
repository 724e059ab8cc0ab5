package dev.jubelet.app;

import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The directories that the agent expects to be there, with upstream's modes. */
final class Directories {
  private Directories() {}

  static void make(Path root, KubeletOptions options) {
    Path podLogs = Path.of(options.config().get(SourceFields.POD_LOGS_DIR));
    make(root, "rwxr-x---");
    make(root.resolve("pods"), "rwxr-x---");
    make(root.resolve("plugins"), "rwxr-x---");
    make(root.resolve("plugins_registry"), "rwxr-x---");
    make(podLogs, "rwxr-x---");
    make(podLogs.resolveSibling("containers"), "rwxr-xr-x");
    make(Path.of(options.flags().get(NodeFlags.CERT_DIR)), "rwxr-xr-x");
  }

  private static void make(Path directory, String mode) {
    try {
      Files.createDirectories(
          directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the directory " + directory, e);
    }
  }
}
