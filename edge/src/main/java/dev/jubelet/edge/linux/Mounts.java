package dev.jubelet.edge.linux;

import dev.jubelet.edge.host.MountTable;
import java.io.IOException;
import java.nio.file.Path;

/** Mounting and unmounting. Every method throws {@link LinuxException} when the kernel refuses. */
public interface Mounts {

  /** Mounts a new filesystem that has no device, such as a tmpfs. */
  void mount(String type, String source, Path point, String options);

  /** Shows what is open at another place too. */
  void bind(Descriptor source, Path point);

  /** Lets mounts below this mount be seen in all copies of it, and theirs here. */
  void share(Path point);

  /** Takes away the topmost mount at the path; returns false when nothing is mounted there. */
  boolean unmount(Path point);

  /** Whether the path is the top of another filesystem than the directory above it. */
  boolean isFilesystem(Path path) throws IOException;

  /** What is mounted now. */
  MountTable table();
}
