package dev.jubelet.pod.admit;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** A pod that wants to run here, beside the others that are active already. */
public record Candidate(Pod pod, List<Pod> others, NodeFacts node) {
  public Candidate {
    others = List.copyOf(others);
  }
}
