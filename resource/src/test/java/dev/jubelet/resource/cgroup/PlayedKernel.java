package dev.jubelet.resource.cgroup;

import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Directories that play the kernel's cgroups: what is written into a file stands in it. */
final class PlayedKernel {
  final Path top;
  final CgroupMounts mounts;

  private PlayedKernel(Path top, CgroupMounts mounts) {
    this.top = top;
    this.mounts = mounts;
  }

  static PlayedKernel of(CgroupVersion version, Path top) {
    return version == CgroupVersion.V1 ? v1(top) : v2(top);
  }

  static PlayedKernel v1(Path top) {
    CgroupMounts mounts =
        new CgroupMounts(
            CgroupVersion.V1,
            Stream.of("cpu,cpuacct", "cpuset", "memory", "pids", "hugetlb", "systemd", "freezer")
                .map(top::resolve)
                .toList());
    mounts.hierarchies().forEach(PlayedKernel::make);
    write(top.resolve("cpuset/cpuset.cpus"), "0-3\n");
    write(top.resolve("cpuset/cpuset.mems"), "0\n");
    return new PlayedKernel(top, mounts);
  }

  static PlayedKernel v2(Path top) {
    write(top.resolve("cgroup.controllers"), "cpuset cpu io memory hugetlb pids\n");
    write(top.resolve("cpuset.cpus.effective"), "0-3\n");
    return new PlayedKernel(top, new CgroupMounts(CgroupVersion.V2, List.of(top)));
  }

  /** All files of a cgroup with their content, in all hierarchies. */
  Map<String, String> files(String cgroup) {
    Map<String, String> found = new TreeMap<>();
    for (Path hierarchy : mounts.hierarchies()) {
      Path place = hierarchy.resolve(cgroup);
      if (!Files.isDirectory(place)) {
        continue;
      }
      try (Stream<Path> files = Files.list(place)) {
        files
            .filter(Files::isRegularFile)
            .forEach(file -> found.put(file.getFileName().toString(), read(file)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return found;
  }

  static Path make(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void write(Path file, String content) {
    try {
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
