package dev.jubelet.pod.worker;

/** What came of the wish to end a pod. */
public enum KillOutcome {
  /** None of its containers runs any more. */
  STOPPED,
  /** They still ran when they should have ended long ago; the pod's lane goes on trying. */
  TIMED_OUT
}
