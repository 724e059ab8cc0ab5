package dev.jubelet.volume.disk;

import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a volume that may hold files already to the group of its pod. Every step is taken from an
 * open directory and no link is followed, because containers of other pods may be writing there. A
 * file that cannot be given away is logged and left.
 *
 * <p>Thread: that of the caller, for as long as the walk takes. Owns: how many files are done.
 */
public final class VolumeOwnership {
  private static final Logger log = LoggerFactory.getLogger(VolumeOwnership.class);

  /** Each level holds a file descriptor. */
  private static final int DEEPEST = 256;

  private static final int MODE_BITS = 07777;

  private final FsGroup group;
  private final GroupAccess access;
  private final AtomicLong files = new AtomicLong();

  private VolumeOwnership(FsGroup group, GroupAccess access) {
    this.group = group;
    this.access = access;
  }

  /**
   * Walks the volume depth first, its root last: a root that fits tells that the walk was finished,
   * and with the policy OnRootMismatch it is not done again.
   */
  public static void apply(Pod pod, Path root, GroupAccess access) throws IOException {
    Optional<OwnershipProgress> slow = OwnershipProgress.current();
    if (slow.isPresent()) {
      apply(pod, root, access, slow.get());
      return;
    }
    Optional<VolumeOwnership> walk = needed(pod, root, access);
    if (walk.isPresent()) {
      walk.get().walk(root);
    }
  }

  /** The same, and the pod hears of it when that takes long. */
  public static void apply(Pod pod, Path root, GroupAccess access, OwnershipProgress slow)
      throws IOException {
    Optional<VolumeOwnership> walk = needed(pod, root, access);
    if (walk.isPresent()) {
      try (OwnershipProgress.Watched _ = slow.begun(pod, root, walk.get().files)) {
        walk.get().walk(root);
      }
    }
  }

  private static Optional<VolumeOwnership> needed(Pod pod, Path root, GroupAccess access)
      throws IOException {
    FsGroup group = FsGroup.of(pod);
    if (group.id().isEmpty()) {
      return Optional.empty();
    }
    VolumeOwnership walk = new VolumeOwnership(group, access);
    if (onlyOnMismatch(pod) && walk.fits(root)) {
      return Optional.empty();
    }
    log.atDebug()
        .addKeyValue("pod", PodKey.of(pod))
        .addKeyValue("path", root)
        .log("Setting volume ownership");
    return Optional.of(walk);
  }

  private void walk(Path root) throws IOException {
    try (Descriptor top = Descriptor.open(root)) {
      content(top, root, 0);
      give(top, top.rights(), root);
    }
  }

  private static boolean onlyOnMismatch(Pod pod) {
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    return context != null && "OnRootMismatch".equals(context.getFsGroupChangePolicy());
  }

  private boolean fits(Path root) throws IOException {
    int mode = (int) Files.getAttribute(root, "unix:mode");
    return (int) Files.getAttribute(root, "unix:gid") == group.id().orElseThrow()
        && group.directoryMode(mode, access) == mode;
  }

  private void content(Descriptor directory, Path path, int depth) throws IOException {
    if (depth == DEEPEST) {
      throw new IOException(
          "the directory " + path + " is too deep to be given to a group: " + DEEPEST + " levels");
    }
    for (Path name : names(directory)) {
      try (Descriptor entry = directory.openEntry(name)) {
        Descriptor.Rights rights = entry.rights();
        if (rights.isDirectory()) {
          content(entry, path.resolve(name), depth + 1);
        }
        give(entry, rights, path.resolve(name));
      } catch (NoSuchFileException e) {
        log.atDebug()
            .addKeyValue("path", path.resolve(name))
            .log("File vanished while setting volume ownership");
      } catch (LinuxException e) {
        link(directory, name, path, e);
      }
    }
  }

  /** A link has no rights of its own; anything else that cannot be opened stays as it is. */
  private void link(Descriptor directory, Path name, Path path, LinuxException why) {
    try {
      if (why.kind() == LinuxException.Kind.ESCAPES) {
        group.own(directory.path().resolve(name));
      } else if (why.kind() != LinuxException.Kind.NOT_FOUND) {
        throw why;
      }
    } catch (IOException | LinuxException e) {
      ownershipFailed(path.resolve(name), e);
    }
  }

  /** What is right already is left: most files are, when a pod comes again. */
  private void give(Descriptor open, Descriptor.Rights rights, Path path) {
    files.incrementAndGet();
    try {
      int mode = rights.mode() & MODE_BITS;
      int wanted =
          rights.isDirectory() ? group.directoryMode(mode, access) : group.fileMode(mode, access);
      boolean owned = rights.gid() == group.id().orElseThrow();
      if (!owned) {
        Files.setAttribute(open.path(), "unix:gid", group.id().orElseThrow());
      }
      // To be given away takes bits from a file.
      if (!owned || wanted != mode) {
        Files.setAttribute(open.path(), "unix:mode", wanted);
      }
    } catch (IOException e) {
      ownershipFailed(path, e);
    }
  }

  private static void ownershipFailed(Path path, Exception e) {
    log.atWarn()
        .addKeyValue("path", path)
        .addKeyValue("cause", e.getMessage())
        .log("Failed to set ownership; leaving the file as it is");
  }

  private static List<Path> names(Descriptor directory) throws IOException {
    List<Path> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.path())) {
      entries.forEach(entry -> names.add(entry.getFileName()));
    }
    return names;
  }
}
