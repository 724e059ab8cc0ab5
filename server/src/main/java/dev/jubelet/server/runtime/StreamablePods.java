package dev.jubelet.server.runtime;

import dev.jubelet.pod.model.ObservedPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/** The pods that clients may reach into, and what runs of them; answered from memory. */
public interface StreamablePods {
  /** A pod that is wanted. */
  Optional<Pod> find(String namespace, String name);

  /** A pod that is wanted or still ending. */
  Optional<Pod> findPresent(String namespace, String name);

  Optional<ObservedPod> observed(Pod pod);

  /** The UID by which the API server knows a static pod. */
  Optional<String> mirrorUid(Pod pod);
}
