package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** Everything one source wants to run, complete: a pod that is missing is to be ended. */
public record SourceSnapshot(SourceKind source, List<Pod> pods) {
  public SourceSnapshot {
    pods = List.copyOf(pods);
  }
}
