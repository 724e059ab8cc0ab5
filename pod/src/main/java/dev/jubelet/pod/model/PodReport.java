package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;

/**
 * What this agent has to say about a pod.
 *
 * @param pod as its source had it when the status was made
 * @param over whether nothing of it runs or will run any more, so that this is the last word
 */
public record PodReport(Pod pod, PodStatus status, boolean over) {}
