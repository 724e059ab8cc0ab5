package dev.jubelet.volume;

import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.FsGroup;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import dev.jubelet.volume.disk.PodDirectories;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Volumes that begin empty and end with the pod: directories that every user in the pod may write
 * to, on disk or in memory. With an fsGroup they belong to that group, and so does what is made in
 * them.
 *
 * <p>Thread: the pod's. Owns: {@code volumes} in each pod's directory, except for what is in a
 * volume; and whether the kernel can keep a tmpfs out of the swap.
 */
final class EmptyDirs {
  static final String PLUGIN = "kubernetes.io~empty-dir";

  private static final int OPEN_TO_ALL = 0777;

  /** As the kernel makes them: open to all, but only the owner of a file may delete it. */
  private static final int MEMORY_MODE = 01777;

  private final PodDirectories directories;
  private final Mounts mounts;
  private final Runnable mayBeSwapped;
  private final AtomicBoolean noSwap = new AtomicBoolean(true);

  /** {@code mayBeSwapped} is told once when the kernel cannot keep a tmpfs out of the swap. */
  EmptyDirs(PodDirectories directories, Mounts mounts, Runnable mayBeSwapped) {
    this.directories = directories;
    this.mounts = mounts;
    this.mayBeSwapped = mayBeSwapped;
  }

  /** The volume's directory. One that is there already is left as it is, with all in it. */
  Path prepare(Pod pod, String plugin, String volume, Medium medium) throws IOException {
    String name = PodDirectories.component(volume, "volume name");
    Path place = directories.make(PodUid.of(pod), "volumes", plugin);
    FsGroup group = FsGroup.of(pod);
    Path directory = makeDirectory(place, name, group);
    switch (medium) {
      case Medium.Disk disk -> {}
      case Medium.Memory memory -> {
        if (!mounts.isFilesystem(directory)) {
          mountMemory(directory, memory, group);
        }
      }
      case Medium.HugePages pages -> {
        if (!mounts.isFilesystem(directory)) {
          String options = "pagesize=" + pages.pageSize() + owner(group, OPEN_TO_ALL);
          mounts.mount("hugetlbfs", "nodev", directory, options);
        }
      }
    }
    return directory;
  }

  /** Renamed when its rights are right, so that a crash leaves no half-made volume. */
  private static Path makeDirectory(Path place, String name, FsGroup group) throws IOException {
    Path directory = place.resolve(name);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      Path fresh = place.resolve(".new-" + name);
      Files.deleteIfExists(fresh);
      Files.createDirectory(fresh);
      group.own(fresh);
      Files.setAttribute(
          fresh, "unix:mode", group.directoryMode(OPEN_TO_ALL, GroupAccess.READ_AND_WRITE));
      Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
    }
    return directory;
  }

  /** What is in memory for its secrecy or speed should not be swapped out, if the kernel can. */
  private void mountMemory(Path directory, Medium.Memory memory, FsGroup group) {
    String size = memory.bytes() > 0 ? ",size=" + memory.bytes() : "";
    String options = (size + owner(group, MEMORY_MODE)).substring(1);
    if (noSwap.get()) {
      try {
        mounts.mount("tmpfs", "tmpfs", directory, options + ",noswap");
        return;
      } catch (LinuxException e) {
        if (e.kind() != LinuxException.Kind.INVALID) {
          throw e;
        }
        if (noSwap.getAndSet(false)) {
          mayBeSwapped.run();
        }
      }
    }
    mounts.mount("tmpfs", "tmpfs", directory, options);
  }

  /** Given with the mount, so that nobody sees it with other rights. */
  private static String owner(FsGroup group, int mode) {
    String rights = ",mode=%o".formatted(group.directoryMode(mode, GroupAccess.READ_AND_WRITE));
    return group.id().isPresent() ? rights + ",gid=" + group.id().getAsInt() : rights;
  }
}
