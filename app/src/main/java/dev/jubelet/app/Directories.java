package dev.jubelet.app;

import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.edge.host.SecurityModules;
import dev.jubelet.edge.linux.ExtendedAttributes;
import dev.jubelet.edge.linux.LinuxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories that the agent expects to be there, with upstream's modes and labels. */
final class Directories {
  private static final Logger log = LoggerFactory.getLogger(Directories.class);

  /** What containers may use, whichever they are. */
  private static final String SHARED_LABEL = "system_u:object_r:container_file_t:s0";

  private Directories() {}

  /** Those for which there is no room on the disk are made later. */
  static void make(Path root, KubeletOptions options, StartFiles files) {
    Path podLogs = Path.of(options.config().get(SourceFields.POD_LOGS_DIR));
    Map<Path, String> modes = new LinkedHashMap<>();
    modes.put(root.resolve("pods"), "rwxr-x---");
    modes.put(root.resolve("plugins"), "rwxr-x---");
    modes.put(root.resolve("plugins_registry"), "rwxr-x---");
    modes.put(podLogs, "rwxr-x---");
    modes.put(podLogs.resolveSibling("containers"), "rwxr-xr-x");
    modes.put(Path.of(options.flags().get(NodeFlags.CERT_DIR)), "rwxr-xr-x");
    Set<Path> ofDrivers =
        SecurityModules.read().selinux()
            ? Set.of(root.resolve("plugins"), root.resolve("plugins_registry"))
            : Set.of();
    modes.forEach(
        (directory, mode) ->
            files.make(
                "directory",
                directory,
                () -> {
                  make(directory, mode);
                  if (ofDrivers.contains(directory)) {
                    label(directory);
                  }
                }));
  }

  private static void make(Path directory, String mode) {
    try {
      Files.createDirectories(
          directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the directory " + directory, e);
    }
  }

  /** Without it only drivers that nothing confines can put their sockets there. */
  private static void label(Path directory) {
    try {
      ExtendedAttributes.label(directory, SHARED_LABEL);
    } catch (LinuxException e) {
      log.atWarn()
          .addKeyValue("directory", directory)
          .addKeyValue("error", e.getMessage())
          .log(
              "Failed to set the SELinux label of a directory; CSI drivers in unprivileged"
                  + " containers may not work");
    }
  }
}
