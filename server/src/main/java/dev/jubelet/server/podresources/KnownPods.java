package dev.jubelet.server.podresources;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * The pods of this node, as far as their resources are of interest.
 *
 * <p>Thread: any.
 */
public interface KnownPods {
  /** Those that are told of when all are asked for. */
  List<Pod> listed();

  /** One by its name, listed or not. */
  Optional<Pod> find(String namespace, String name);
}
