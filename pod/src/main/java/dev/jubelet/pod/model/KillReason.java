package dev.jubelet.pod.model;

/** Why a single container is stopped. */
public enum KillReason {
  SPEC_CHANGED,
  LIVENESS_FAILED,
  STARTUP_FAILED,
  UNKNOWN_STATE,
  DUPLICATE,
  RESTART_ALL_CONTAINERS,
  POST_START_FAILED,
  POD_ENDS
}
