package dev.jubelet.edge.linux;

import dev.jubelet.edge.host.MountTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Mounting and unmounting. Every method throws {@link LinuxException} when the kernel refuses. */
public interface Mounts {

  /**
   * Mounts a filesystem: one that has no device, such as a tmpfs, or that of a device. The options
   * are those of the program mount, joined by commas.
   */
  void mount(String type, String source, Path point, String options);

  /** Shows what is open at another place too. */
  void bind(Descriptor source, Path point);

  /**
   * Allows less at a mount than so far: {@code ro}, {@code nosuid}, {@code nodev}, {@code noexec},
   * {@code nodiratime}. What was forbidden stays so.
   */
  void restrict(Path point, List<String> options);

  /** Lets mounts below this mount be seen in all copies of it, and theirs here. */
  void share(Path point);

  /**
   * Keeps what is mounted and unmounted below this mount from now on to itself: it is not seen in
   * copies of it any more.
   */
  void separate(Path point);

  /** Takes away the topmost mount at the path; returns false when nothing is mounted there. */
  boolean unmount(Path point);

  /**
   * The same for a mount whose server does not answer, whoever still uses it: their calls fail, and
   * what was not written is lost.
   */
  boolean unmountByForce(Path point);

  /** Whether the path is the top of another filesystem than the directory above it. */
  boolean isFilesystem(Path path) throws IOException;

  /** What is mounted now. */
  MountTable table();
}
