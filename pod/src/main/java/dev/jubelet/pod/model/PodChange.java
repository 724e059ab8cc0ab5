package dev.jubelet.pod.model;

import io.fabric8.kubernetes.api.model.Pod;

/** One difference between what was wanted before and what is wanted now. */
public sealed interface PodChange {
  Pod pod();

  SourceKind source();

  /** A pod that was not there before. */
  record Added(Pod pod, SourceKind source) implements PodChange {}

  /** Its spec, labels or annotations changed. */
  record Updated(Pod pod, SourceKind source) implements PodChange {}

  /** Its source asks for a graceful end: the deletion timestamp was set. */
  record Deleted(Pod pod, SourceKind source) implements PodChange {}

  /** Its source no longer knows it. */
  record Removed(Pod pod, SourceKind source) implements PodChange {}

  /** Only its status differs from what was last seen. */
  record Reconciled(Pod pod, SourceKind source) implements PodChange {}
}
