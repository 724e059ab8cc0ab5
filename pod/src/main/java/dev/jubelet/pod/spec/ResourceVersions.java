package dev.jubelet.pod.spec;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Which of two states of an object is the newer: resource versions are whole numbers that only
 * grow. Pure.
 */
public final class ResourceVersions {
  private static final Comparator<String> ORDER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  private ResourceVersions() {}

  public static int compare(@Nullable String one, @Nullable String other) {
    return ORDER.compare(one == null ? "" : one, other == null ? "" : other);
  }

  public static boolean isNewer(Pod one, Pod other) {
    return compare(one.getMetadata().getResourceVersion(), other.getMetadata().getResourceVersion())
        > 0;
  }
}
