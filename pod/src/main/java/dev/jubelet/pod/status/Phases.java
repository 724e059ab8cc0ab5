package dev.jubelet.pod.status;

import org.jspecify.annotations.Nullable;

/** The wire words of a pod's phase. */
final class Phases {
  static final String PENDING = "Pending";
  static final String RUNNING = "Running";
  static final String SUCCEEDED = "Succeeded";
  static final String FAILED = "Failed";

  private Phases() {}

  static boolean isTerminal(@Nullable String phase) {
    return SUCCEEDED.equals(phase) || FAILED.equals(phase);
  }
}
