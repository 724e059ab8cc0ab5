package dev.jubelet.pod.worker;

/**
 * Where a pod is in its life. Only ever forward:
 *
 * <pre>
 *   SYNCING ──removed, deleted, failed or all containers ended for good──► TERMINATING
 *   SYNCING ──it was over, and stopped, before this agent saw it──► TERMINATED
 *   TERMINATING ──no container runs any more──► TERMINATED
 *   TERMINATED ──its source no longer wants it, remains are removed──► (no worker)
 * </pre>
 */
public enum WorkerState {
  SYNCING,
  TERMINATING,
  TERMINATED
}
