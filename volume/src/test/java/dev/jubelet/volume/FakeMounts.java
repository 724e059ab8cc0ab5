package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Mounts that are only written down. */
public final class FakeMounts implements Mounts {
  public final List<MountTable.Mount> mounted = new ArrayList<>();
  public final List<String> options = new ArrayList<>();
  public final List<String> restricted = new ArrayList<>();
  public final Set<Path> shared = new HashSet<>();
  public final Set<Path> busy = new HashSet<>();
  public final Set<Path> hung = ConcurrentHashMap.newKeySet();

  /** Those whose server does not answer a look. */
  public final Set<Path> silent = ConcurrentHashMap.newKeySet();

  public final List<Path> forced = new ArrayList<>();
  public final Set<String> unknownOptions = new HashSet<>();

  private final CountDownLatch force = new CountDownLatch(1);

  @Override
  public void mount(String type, String source, Path point, String wanted) {
    if (unknownOptions.stream().anyMatch(wanted::contains)) {
      throw new LinuxException(LinuxException.Kind.INVALID, "mount " + source);
    }
    mounted.add(new MountTable.Mount(point, type, source));
    options.add(wanted);
  }

  @Override
  public void bind(Descriptor source, Path point) {
    mounted.add(new MountTable.Mount(point, "bind", deviceAt(source)));
  }

  private String deviceAt(Descriptor open) {
    try {
      Path real = open.path().toRealPath();
      return mounted.stream()
          .filter(mount -> mount.point().equals(real))
          .map(MountTable.Mount::source)
          .findFirst()
          .orElse("none");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void restrict(Path point, List<String> wanted) {
    restricted.add(point + " " + String.join(",", wanted));
  }

  @Override
  public void share(Path point) {
    shared.add(point);
  }

  @Override
  public void separate(Path point) {
    shared.remove(point);
  }

  @Override
  public boolean unmount(Path point) {
    if (hung.contains(point)) {
      awaitForce();
    }
    if (busy.contains(point)) {
      throw new LinuxException(LinuxException.Kind.BUSY, "unmount " + point);
    }
    return mounted.removeIf(mount -> mount.point().equals(point));
  }

  @Override
  public boolean unmountByForce(Path point) {
    forced.add(point);
    hung.remove(point);
    force.countDown();
    return mounted.removeIf(mount -> mount.point().equals(point));
  }

  private void awaitForce() {
    try {
      force.await();
    } catch (InterruptedException e) {
      throw new LinuxException(LinuxException.Kind.CANCELLED, "unmount");
    }
  }

  @Override
  public boolean isFilesystem(Path path) {
    if (silent.contains(path)) {
      awaitForce();
    }
    return mounted.stream().anyMatch(mount -> mount.point().equals(path));
  }

  @Override
  public MountTable table() {
    return new MountTable(mounted);
  }
}
