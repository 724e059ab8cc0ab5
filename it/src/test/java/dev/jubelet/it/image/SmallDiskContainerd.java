package dev.jubelet.it.image;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.PrivateContainerd;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A containerd of its own whose images are on a small disk: a file with a file system, mounted over
 * its root directory.
 *
 * <p>Owns: the mount, and the containerd.
 */
final class SmallDiskContainerd implements AutoCloseable {
  private final PrivateContainerd containerd;
  private final Path root;

  private SmallDiskContainerd(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.root = containerd.directory().resolve("root");
  }

  static SmallDiskContainerd start(ContainerdGeneration generation, Path folder, String size)
      throws IOException {
    SmallDiskContainerd small = new SmallDiskContainerd(PrivateContainerd.start(generation));
    try {
      small.moveToDisk(folder, size);
      return small;
    } catch (IOException | RuntimeException | Error e) {
      small.close();
      throw e;
    }
  }

  private void moveToDisk(Path folder, String size) throws IOException {
    containerd.stopDaemon();
    String file = folder.resolve("disk").toString();
    Commands.run("truncate", "-s", size, file);
    Commands.run("mkfs.ext4", "-q", "-m", "0", file);
    Path copy = Files.createDirectory(folder.resolve("copy"));
    Commands.run("cp", "-a", root + "/.", copy.toString());
    Commands.run("mount", "-o", "loop", file, root.toString());
    Commands.run("cp", "-a", copy + "/.", root.toString());
    containerd.startDaemon();
  }

  PrivateContainerd containerd() {
    return containerd;
  }

  /** As image garbage collection counts it. */
  int usedPercent() throws IOException {
    FileStore disk = Files.getFileStore(root);
    return (int) (100 - disk.getUsableSpace() * 100 / disk.getTotalSpace());
  }

  @Override
  public void close() {
    containerd.stopDaemon();
    try {
      if (isMounted()) {
        Commands.run("umount", "--lazy", root.toString());
      }
    } catch (IOException e) {
      throw new AssertionError("cannot read the mounts", e);
    } finally {
      containerd.close();
    }
  }

  private boolean isMounted() throws IOException {
    return Files.readString(Path.of("/proc/self/mounts")).contains(" " + root + " ");
  }
}
