package dev.jubelet.pod.translate.env;

import java.util.List;
import java.util.Optional;

/** Knows the services of the cluster. Thread: any. */
@FunctionalInterface
public interface ServiceSource {
  /** A node without an API server has no services. */
  ServiceSource NONE = namespace -> Optional.of(List.of());

  /** All of a namespace, by name; empty while they are not known. May wait, but not for long. */
  Optional<List<ClusterService>> in(String namespace);

  /** The same without any wait. */
  default Optional<List<ClusterService>> atHand(String namespace) {
    return in(namespace);
  }
}
