package dev.jubelet.probe.schedule;

import java.time.Instant;

/**
 * A container as its probes see it.
 *
 * @param startedAt when it began to run; without meaning while it does not
 * @param started whether its startup probe has passed, or it has none
 */
public record ProbedContainer(
    String containerId, boolean running, Instant startedAt, boolean started) {

  public ProbedContainer withStarted() {
    return new ProbedContainer(containerId, running, startedAt, true);
  }
}
