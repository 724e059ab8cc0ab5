package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * Volumes that begin empty and end with the pod: directories on disk that every user in the pod may
 * write to. With an fsGroup they belong to that group, and so does what is made in them.
 *
 * <p>Owns: {@code volumes/kubernetes.io~empty-dir} in each pod's directory.
 */
final class EmptyDirs {
  private static final int OPEN_TO_ALL = 0777;
  private static final int GROUP_IS_INHERITED = 02000;

  private final PodDirectories directories;

  EmptyDirs(PodDirectories directories) {
    this.directories = directories;
  }

  /** The volume's directory. One that is there already is left as it is, with all in it. */
  Path prepare(Pod pod, String volume) throws IOException {
    String name = PodDirectories.component(volume, "volume name");
    Path place = directories.make(PodUid.of(pod), "volumes", "kubernetes.io~empty-dir");
    Path directory = place.resolve(name);
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      // Renamed when its rights are right, so that a crash leaves no half-made volume.
      Path fresh = place.resolve(".new-" + name);
      Files.deleteIfExists(fresh);
      Files.createDirectory(fresh);
      setRights(fresh, fsGroup(pod));
      Files.move(fresh, directory, StandardCopyOption.ATOMIC_MOVE);
    }
    return directory;
  }

  private static void setRights(Path directory, Optional<Long> fsGroup) throws IOException {
    int mode = OPEN_TO_ALL;
    if (fsGroup.isPresent()) {
      Files.setAttribute(directory, "unix:gid", Math.toIntExact(fsGroup.get()));
      mode |= GROUP_IS_INHERITED;
    }
    Files.setAttribute(directory, "unix:mode", mode);
  }

  private static Optional<Long> fsGroup(Pod pod) {
    return Optional.ofNullable(pod.getSpec().getSecurityContext()).map(c -> c.getFsGroup());
  }
}
