package dev.jubelet.pod.status;

/** Whether a condition holds and why; reason and message are empty when there is no need. */
record Finding(boolean holds, String reason, String message) {
  static final Finding TRUE = new Finding(true, "", "");
  static final Finding FALSE = new Finding(false, "", "");
}
