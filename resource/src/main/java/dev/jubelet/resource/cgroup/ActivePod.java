package dev.jubelet.resource.cgroup;

import io.fabric8.kubernetes.api.model.Pod;

/**
 * A pod that has not ended.
 *
 * @param runs whether one of its containers runs
 */
public record ActivePod(Pod pod, boolean runs) {}
