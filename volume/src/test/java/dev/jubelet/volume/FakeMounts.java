package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Mounts that are only written down. */
final class FakeMounts implements Mounts {
  final List<MountTable.Mount> mounted = new ArrayList<>();
  final List<String> options = new ArrayList<>();
  final Set<Path> shared = new HashSet<>();
  final Set<Path> busy = new HashSet<>();
  final Set<String> unknownOptions = new HashSet<>();

  @Override
  public void mount(String type, String source, Path point, String wanted) {
    if (unknownOptions.stream().anyMatch(wanted::contains)) {
      throw new LinuxException(LinuxException.Kind.INVALID, "mount " + source);
    }
    mounted.add(new MountTable.Mount(point, type));
    options.add(wanted);
  }

  @Override
  public void bind(Descriptor source, Path point) {
    mounted.add(new MountTable.Mount(point, "bind"));
  }

  @Override
  public void share(Path point) {
    shared.add(point);
  }

  @Override
  public boolean unmount(Path point) {
    if (busy.contains(point)) {
      throw new LinuxException(LinuxException.Kind.BUSY, "unmount " + point);
    }
    return mounted.removeIf(mount -> mount.point().equals(point));
  }

  @Override
  public boolean isFilesystem(Path path) {
    return mounted.stream().anyMatch(mount -> mount.point().equals(path));
  }

  @Override
  public MountTable table() {
    return new MountTable(mounted);
  }
}
