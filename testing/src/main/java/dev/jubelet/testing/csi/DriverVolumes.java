package dev.jubelet.testing.csi;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxMounts;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The volumes of a driver: a directory or a disk each, staged and published by binding, or by plain
 * directories and files where nobody may mount. Refuses what a caller must not do, such as
 * publishing what is not staged; repeats are fine, as the interface demands.
 *
 * <p>Thread: any. Owns: the directories of the volumes and what is staged and published.
 */
final class DriverVolumes {
  private final Path store;
  private final boolean binds;
  private final DriverDisks disks;
  private final LinuxMounts mounts = new LinuxMounts();

  @GuardedBy("this")
  private final Map<String, String> staged = new TreeMap<>();

  @GuardedBy("this")
  private final Map<String, String> published = new TreeMap<>();

  DriverVolumes(Path store, boolean binds) {
    this.store = store;
    this.binds = binds;
    this.disks = new DriverDisks(store, binds);
  }

  DriverDisks disks() {
    return disks;
  }

  synchronized void stage(String volume, boolean block, String target) throws IOException {
    if (!Files.isDirectory(Path.of(target))) {
      throw Status.INVALID_ARGUMENT
          .withDescription("the staging path is not a directory: " + target)
          .asRuntimeException();
    }
    if (!volume.equals(staged.get(target))) {
      if (block) {
        disks.attach(volume);
      } else {
        show(content(volume), Path.of(target));
      }
      staged.put(target, volume);
    }
  }

  synchronized void unstage(String volume, String target) throws IOException {
    if (published.containsValue(volume)) {
      throw Status.FAILED_PRECONDITION
          .withDescription("volume " + volume + " is still published")
          .asRuntimeException();
    }
    if (staged.remove(target) != null) {
      hide(Path.of(target));
      disks.detach(volume);
    }
  }

  synchronized void publish(String volume, boolean block, String from, String target)
      throws IOException {
    if (!from.isEmpty() && !volume.equals(staged.get(from))) {
      throw Status.FAILED_PRECONDITION
          .withDescription("volume " + volume + " is not staged at " + from)
          .asRuntimeException();
    }
    if (!volume.equals(published.get(target))) {
      if (block) {
        publishDisk(volume, Path.of(target));
      } else {
        Files.createDirectories(Path.of(target));
        show(from.isEmpty() ? content(volume) : Path.of(from), Path.of(target));
      }
      published.put(target, volume);
    }
  }

  private void publishDisk(String volume, Path target) throws IOException {
    if (!Files.exists(target)) {
      Files.createFile(target);
    }
    show(disks.attach(volume), target);
  }

  synchronized void unpublish(String target) throws IOException {
    String volume = published.remove(target);
    if (volume != null) {
      hide(Path.of(target));
      if (!staged.containsValue(volume) && !published.containsValue(volume)) {
        disks.detach(volume);
      }
    }
    Files.deleteIfExists(Path.of(target));
  }

  synchronized Map<String, String> staged() {
    return Map.copyOf(staged);
  }

  synchronized Map<String, String> published() {
    return Map.copyOf(published);
  }

  Path content(String volume) throws IOException {
    return Files.createDirectories(store.resolve(volume));
  }

  private void show(Path source, Path target) throws IOException {
    if (binds) {
      try (Descriptor open = Descriptor.open(source)) {
        mounts.bind(open, target);
      }
    }
  }

  private void hide(Path target) {
    if (binds) {
      mounts.unmount(target);
    }
  }
}
