package dev.jubelet.probe.schedule;

import java.time.Instant;

/**
 * How one probe of one container stands.
 *
 * <pre>
 *   met ──result──► counting ──threshold reached──► verdict changed ──► counting
 *                                                        │
 *                              liveness failed, or any startup verdict
 *                                                        ▼
 *                                                     on hold ──another container──► met
 * </pre>
 *
 * @param verdict what counts for the pod
 * @param last the result before, and {@code run} how often it came in a row
 * @param onHold nothing more to ask until there is another container
 * @param notBefore when the next probe may be made, as far as the probes before decide it
 */
public record ProbeState(
    ProbedContainer container,
    Verdict verdict,
    Verdict last,
    int run,
    boolean onHold,
    Instant notBefore) {

  public boolean isOf(String containerId) {
    return container.containerId().equals(containerId);
  }

  ProbeState seen(ProbedContainer newer) {
    return new ProbeState(newer, verdict, last, run, onHold, notBefore);
  }

  ProbeState at(Instant next) {
    return new ProbeState(container, verdict, last, run, onHold, next);
  }

  ProbeState counted(Verdict result) {
    int count = result == last ? run + 1 : 1;
    return new ProbeState(container, verdict, result, count, onHold, notBefore);
  }

  ProbeState decided(Verdict newVerdict) {
    return new ProbeState(container, newVerdict, last, run, onHold, notBefore);
  }

  ProbeState held() {
    return new ProbeState(container, verdict, last, 0, true, notBefore);
  }
}
