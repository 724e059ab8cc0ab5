package dev.jubelet.pod.worker;

/**
 * Where a pod is in its life. Only ever forward:
 *
 * <pre>
 *   SYNCING ──removed, deleted or all containers ended for good──► TERMINATING
 *   TERMINATING ──no container runs any more──► TERMINATED
 *   TERMINATED ──its source no longer wants it, remains are removed──► (no worker)
 * </pre>
 */
public enum WorkerState {
  SYNCING,
  TERMINATING,
  TERMINATED
}
