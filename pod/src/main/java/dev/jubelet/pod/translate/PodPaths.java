package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.PodUid;
import java.nio.file.Path;

/** Where the agent keeps what belongs to a pod, below its root directory. */
public record PodPaths(Path root) {

  public Path pods() {
    return root.resolve("pods");
  }

  public Path podDirectory(PodUid uid) {
    return pods().resolve(uid.value());
  }

  public Path etcHosts(PodUid uid) {
    return podDirectory(uid).resolve("etc-hosts");
  }

  public Path containerDirectory(PodUid uid, String containerName) {
    return podDirectory(uid).resolve("containers").resolve(containerName);
  }

  /** Where a part of a volume is shown to the mount of that index in a container. */
  public Path subPath(PodUid uid, String volume, String containerName, int index) {
    return podDirectory(uid)
        .resolve("volume-subpaths")
        .resolve(volume)
        .resolve(containerName)
        .resolve(Integer.toString(index));
  }

  public Path seccompProfiles() {
    return root.resolve("seccomp");
  }
}
