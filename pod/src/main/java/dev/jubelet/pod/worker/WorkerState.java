package dev.jubelet.pod.worker;

/** Where a pod is in its life, for those who look at it from outside; only ever forward. */
public enum WorkerState {
  SYNCING,
  TERMINATING,
  TERMINATED
}
