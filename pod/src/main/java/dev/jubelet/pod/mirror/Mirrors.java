package dev.jubelet.pod.mirror;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.spec.ResourceVersions;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The mirror pods as the API server has shown them.
 *
 * @param version up to which resource version they are known; empty before the first list
 */
public record Mirrors(List<Pod> pods, String version) {
  public Mirrors {
    pods = List.copyOf(pods);
  }

  /** Whether that mirror pod stands for this version of a static pod. */
  public static boolean isMirrorOf(Pod mirror, Pod pod) {
    return Objects.equals(mirror.getMetadata().getAnnotations().get(Annotations.MIRROR), hash(pod));
  }

  static @Nullable String hash(Pod pod) {
    return pod.getMetadata().getAnnotations().get(Annotations.HASH);
  }

  boolean areKnown() {
    return !version.isEmpty();
  }

  /** Whether this is newer than that pod, so that its absence here would mean that it is gone. */
  boolean knows(Pod pod) {
    return ResourceVersions.compare(version, pod.getMetadata().getResourceVersion()) >= 0;
  }
}
