package dev.jubelet.pod.plan;

/** How far the init containers of a pod have come. */
enum InitProgress {
  UNDER_WAY,
  DONE,
  /** One failed and may not run again: the pod is over. */
  FAILED
}
