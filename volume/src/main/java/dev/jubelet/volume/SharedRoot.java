package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's directory as a shared mount: what a storage driver in a pod mounts below it is seen
 * by the agent and by other pods, also on a machine whose own root is not shared.
 *
 * <p>Thread: the one that starts the agent. It stays so when the agent ends, for pods that run on.
 */
public final class SharedRoot {
  private static final Logger log = LoggerFactory.getLogger(SharedRoot.class);

  private SharedRoot() {}

  /** Without it most pods run all the same, so it is only tried. */
  public static void make(Path root) {
    make(root, new LinuxMounts());
  }

  static void make(Path root, Mounts mounts) {
    try {
      share(root.toRealPath(), mounts);
    } catch (IOException | UncheckedIOException | LinuxException e) {
      warn(root, e.toString());
    }
  }

  private static void share(Path root, Mounts mounts) throws IOException {
    MountTable table = mounts.table();
    boolean hidesMounts = !table.has(root) && !table.at(root).isEmpty();
    if (hidesMounts && !SharedMounts.isShared(table, root)) {
      warn(root, "there are mounts below it already; restart the agent when no pods are left");
    } else if (new SharedMounts(mounts).share(root)) {
      log.atInfo().addKeyValue("directory", root).log("Made the root directory a shared mount");
    }
  }

  private static void warn(Path root, String cause) {
    log.atWarn()
        .addKeyValue("directory", root)
        .addKeyValue("cause", cause)
        .log(
            "Failed to make the root directory a shared mount; mounts that pods make below it are"
                + " not propagated");
  }
}
