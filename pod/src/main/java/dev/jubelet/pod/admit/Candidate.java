package dev.jubelet.pod.admit;

import io.fabric8.kubernetes.api.model.Pod;

/** A pod that wants to run here, beside the others that are active already. */
public record Candidate(Pod pod, ActivePods others, NodeFacts node) {}
