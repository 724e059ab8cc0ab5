package dev.jubelet.pod.translate;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;

/** Where the runtime writes the logs of containers, below the directory of all pods' logs. */
public record PodLogPaths(Path podLogs) {
  private static final int FILE_NAME_LIMIT = 255;
  private static final String SUFFIX = ".log";

  public Path podDirectory(Pod pod) {
    ObjectMeta meta = pod.getMetadata();
    return podDirectory(meta.getNamespace(), meta.getName(), meta.getUid());
  }

  public Path podDirectory(String namespace, String name, String uid) {
    return podLogs.resolve(namespace + "_" + name + "_" + uid);
  }

  public Path containerDirectory(Pod pod, String containerName) {
    return podDirectory(pod).resolve(containerName);
  }

  /** As the CRI wants it: relative to the directory of the pod. */
  public static String containerLog(String containerName, int restartCount) {
    return containerName + "/" + restartCount + SUFFIX;
  }

  /**
   * Name of the link in {@code /var/log/containers} that log collectors follow. Cut at the end when
   * it would be too long for a file name, as collectors of upstream's links expect.
   */
  public static String linkName(
      String podName, String namespace, String containerName, String containerId) {
    String full = podName + "_" + namespace + "_" + containerName + "-" + containerId;
    int room = FILE_NAME_LIMIT - SUFFIX.length();
    return (full.length() > room ? full.substring(0, room) : full) + SUFFIX;
  }
}
