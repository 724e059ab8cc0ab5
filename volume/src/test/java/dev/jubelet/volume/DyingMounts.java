package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.Mounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Mounts of an agent that dies at one of the calls that change something: just before it, or just
 * after. Nothing that the agent would do on a failure is done.
 */
final class DyingMounts implements Mounts {
  private final Mounts mounts;
  private final int deadline;
  private int changes;

  /** The end of an agent. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1L;

    Died() {
      super("the agent died");
    }
  }

  /** Dies before the first change at 0, after it at 1, before the second at 2 and so on. */
  DyingMounts(Mounts mounts, int deadline) {
    this.mounts = mounts;
    this.deadline = deadline;
  }

  private synchronized void change(Runnable call) {
    dieAt(changes++);
    call.run();
    dieAt(changes++);
  }

  private void dieAt(int moment) {
    if (moment == deadline) {
      throw new Died();
    }
  }

  @Override
  public void mount(String type, String source, Path point, String options) {
    change(() -> mounts.mount(type, source, point, options));
  }

  @Override
  public void bind(Descriptor source, Path point) {
    change(() -> mounts.bind(source, point));
  }

  @Override
  public void restrict(Path point, List<String> options) {
    change(() -> mounts.restrict(point, options));
  }

  @Override
  public void share(Path point) {
    change(() -> mounts.share(point));
  }

  @Override
  public void separate(Path point) {
    change(() -> mounts.separate(point));
  }

  @Override
  public boolean unmount(Path point) {
    boolean[] done = new boolean[1];
    change(() -> done[0] = mounts.unmount(point));
    return done[0];
  }

  @Override
  public boolean unmountByForce(Path point) {
    boolean[] done = new boolean[1];
    change(() -> done[0] = mounts.unmountByForce(point));
    return done[0];
  }

  @Override
  public boolean isFilesystem(Path path) throws IOException {
    return mounts.isFilesystem(path);
  }

  @Override
  public MountTable table() {
    return mounts.table();
  }
}
