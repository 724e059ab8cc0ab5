package dev.jubelet.volume;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Makes the volumes of pods ready, and deletes what pods leave behind.
 *
 * <p>Thread: any; calls for the same pod should not overlap. Owns: {@code <root>/pods}; the disk is
 * the truth.
 */
public final class PodVolumes {
  private final PodDirectories directories;
  private final EmptyDirs emptyDirs;
  private final Supplier<MountTable> mounts;

  public PodVolumes(Path root) {
    this(root, () -> MountTable.read(MountTable.FILE));
  }

  PodVolumes(Path root, Supplier<MountTable> mounts) {
    this.directories = new PodDirectories(root);
    this.emptyDirs = new EmptyDirs(directories);
    this.mounts = mounts;
  }

  /**
   * Makes the pod's directory and every volume that a container mounts. May be called again at any
   * time: what is ready stays as it is. The message names each volume that failed.
   */
  public VolumeOutcome prepare(Pod pod) {
    Map<String, Path> ready = new HashMap<>();
    List<String> problems = new ArrayList<>();
    try {
      directories.make(PodUid.of(pod));
    } catch (IOException | VolumeException e) {
      return new VolumeOutcome.NotReady("error making pod data directories: " + text(e));
    }
    for (Volume volume : Volumes.used(pod)) {
      try {
        ready.put(volume.getName(), prepare(pod, volume));
      } catch (IOException | VolumeException e) {
        problems.add(
            "MountVolume.SetUp failed for volume \"" + volume.getName() + "\" : " + text(e));
      }
    }
    return problems.isEmpty()
        ? new VolumeOutcome.Ready(ready)
        : new VolumeOutcome.NotReady(String.join("; ", problems));
  }

  private Path prepare(Pod pod, Volume volume) throws IOException {
    if (volume.getHostPath() != null) {
      return HostPaths.prepare(volume.getHostPath());
    }
    return emptyDirs.prepare(pod, volume.getName());
  }

  /**
   * Deletes the pod's directory with everything in it. Follows no link and enters no mount: while
   * something is mounted inside, nothing is deleted. Returns why something is left; nothing when
   * all is gone.
   */
  public List<String> remove(PodUid uid) {
    try {
      Path directory = directories.of(uid);
      List<String> mounted = mountedIn(directory);
      if (mounted.isEmpty()) {
        TreeRemover.remove(directories.all(), directory.getFileName());
      }
      return mounted;
    } catch (IOException | VolumeException e) {
      return List.of("cannot delete the directory of pod " + uid + ": " + text(e));
    }
  }

  private List<String> mountedIn(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    // The kernel tells real paths.
    Path real = directories.all().toRealPath().resolve(directory.getFileName());
    return mounts.get().at(real).stream()
        .map(
            mount ->
                mount.point()
                    + " is still mounted ("
                    + mount.type()
                    + "): unmount it, then "
                    + real
                    + " will be deleted")
        .toList();
  }

  /** The pods that have a directory here; after a restart some may be orphans. */
  public Set<PodUid> list() {
    Set<PodUid> pods = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directories.all())) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          pods.add(new PodUid(entry.getFileName().toString()));
        }
      }
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (DirectoryIteratorException e) {
      throw new UncheckedIOException("cannot list " + directories.all(), e.getCause());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directories.all(), e);
    }
    return pods;
  }

  private static String text(Exception e) {
    if (e instanceof FileSystemException f && f.getReason() == null) {
      return e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }
    return String.valueOf(e.getMessage());
  }
}
