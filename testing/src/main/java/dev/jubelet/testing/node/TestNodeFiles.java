package dev.jubelet.testing.node;

import dev.jubelet.edge.linux.LinuxMounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;

/**
 * The directories of a kubelet under test: manifests, root, logs, certificates, configuration.
 *
 * <p>Thread: the test's. Owns: all below the directory.
 */
record TestNodeFiles(Path directory) {
  private static final int TAIL_LINES = 60;

  static TestNodeFiles create() {
    try {
      TestNodeFiles files = new TestNodeFiles(Files.createTempDirectory("jubelet-node"));
      for (Path path : List.of(files.manifests(), files.root(), files.podLogs(), files.pki())) {
        Files.createDirectories(path);
      }
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path manifests() {
    return directory.resolve("manifests");
  }

  Path root() {
    return directory.resolve("root");
  }

  Path podLogs() {
    return directory.resolve("logs/pods");
  }

  Path pki() {
    return directory.resolve("pki");
  }

  Path config() {
    return directory.resolve("config.yaml");
  }

  Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  Path log() {
    return directory.resolve("kubelet.log");
  }

  void writeConfig(String text) {
    try {
      Files.writeString(config(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a manifest whole: elsewhere, then moved into the watched directory. */
  void apply(String file, String manifest) {
    try {
      Path hidden = directory.resolve(file);
      Files.writeString(hidden, manifest);
      Files.move(hidden, manifests().resolve(file), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void remove(String file) {
    try {
      Files.deleteIfExists(manifests().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void removeManifests() {
    try (var files = Files.newDirectoryStream(manifests())) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long podDirectories() {
    String[] names = root().resolve("pods").toFile().list();
    return names == null ? 0 : names.length;
  }

  String logText() {
    try {
      return Files.exists(log()) ? Files.readString(log()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String logTail() {
    List<String> lines = logText().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
  }

  void delete() {
    // A kubelet makes its directory a mount where the machine's root is not shared.
    new LinuxMounts().unmount(root());
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
