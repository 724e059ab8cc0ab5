package dev.jubelet.edge.linux;

import dev.jubelet.edge.host.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The mounts of this machine, as this process sees them. Thread: any; see {@link BlockingCalls}.
 */
public final class LinuxMounts implements Mounts {
  private static final long BIND = 4096;
  private static final long RECURSIVE = 16384;
  private static final long PRIVATE = 1 << 18;
  private static final long SHARED = 1 << 20;
  private static final int FORCE = 1;
  private static final int DETACH = 2;
  private static final int NO_FOLLOW = 8;

  @Override
  public void mount(String type, String source, Path point, String options) {
    MountOptions parted = MountOptions.parse(options);
    Native.mount(source, point, type, parted.flags(), parted.more());
  }

  @Override
  public void bind(Descriptor source, Path point) {
    Native.mount(source.path().toString(), point, null, BIND, null);
  }

  @Override
  public void restrict(Path point, List<String> options) {
    long attributes = MountOptions.attributes(options);
    if (attributes != 0) {
      Native.setMountAttributes(point.toString(), attributes);
    }
  }

  @Override
  public void share(Path point) {
    Native.mount("none", point, null, SHARED | RECURSIVE, null);
  }

  @Override
  public void separate(Path point) {
    Native.mount("none", point, null, PRIVATE, null);
  }

  @Override
  public boolean unmount(Path point) {
    return unmount(point, NO_FOLLOW);
  }

  @Override
  public boolean unmountByForce(Path point) {
    return unmount(point, NO_FOLLOW | FORCE | DETACH);
  }

  private static boolean unmount(Path point, int flags) {
    try {
      Native.unmount(point, flags);
      return true;
    } catch (LinuxException e) {
      if (e.kind() == LinuxException.Kind.INVALID || e.kind() == LinuxException.Kind.NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public boolean isFilesystem(Path path) throws IOException {
    return device(path) != device(path.resolve(".."));
  }

  private static long device(Path path) throws IOException {
    return (long) Files.getAttribute(path, "unix:dev");
  }

  @Override
  public MountTable table() {
    return MountTable.read(MountTable.FILE);
  }
}
