package dev.jubelet.volume.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The agent's root, and made-up trees of the kernel in which disks are looked for. */
public record KernelTrees(Path root, Path sys, Path dev) {

  /** Below a directory, with a scan file for each of these hosts. */
  public static KernelTrees make(Path directory, String... hosts) throws IOException {
    Path real = directory.toRealPath();
    KernelTrees trees =
        new KernelTrees(
            Files.createDirectory(real.resolve("root")),
            Files.createDirectory(real.resolve("sys")),
            Files.createDirectory(real.resolve("dev")));
    Files.createDirectories(trees.dev.resolve("disk/by-path"));
    Files.createDirectories(trees.dev.resolve("disk/by-id"));
    for (String host : hosts) {
      Path home = trees.sys.resolve("class/scsi_host").resolve(host);
      Files.createFile(Files.createDirectories(home).resolve("scan"));
    }
    return trees;
  }
}
