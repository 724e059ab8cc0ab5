package dev.jubelet.probe.schedule;

/** What a probe says; UNKNOWN when it has not been made or could not be. */
public enum Verdict {
  SUCCESS,
  FAILURE,
  UNKNOWN
}
