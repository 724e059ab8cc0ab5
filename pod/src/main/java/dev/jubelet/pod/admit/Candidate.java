package dev.jubelet.pod.admit;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * A pod that wants to run here, beside the others that are active already.
 *
 * @param nodeMayBeOutdated whether the node may have other labels by now than those that are known
 */
public record Candidate(Pod pod, ActivePods others, NodeView node, boolean nodeMayBeOutdated) {

  public Candidate(Pod pod, ActivePods others, NodeView node) {
    this(pod, others, node, false);
  }
}
