package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.PodUid;
import java.nio.file.Path;

/** Where the agent keeps what belongs to a pod, below its root directory. */
public record PodPaths(Path root) {

  public Path podDirectory(PodUid uid) {
    return root.resolve("pods").resolve(uid.value());
  }

  public Path etcHosts(PodUid uid) {
    return podDirectory(uid).resolve("etc-hosts");
  }

  public Path containerDirectory(PodUid uid, String containerName) {
    return podDirectory(uid).resolve("containers").resolve(containerName);
  }

  public Path seccompProfiles() {
    return root.resolve("seccomp");
  }
}
