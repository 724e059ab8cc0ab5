package dev.jubelet.pod.model;

import java.util.Set;

/**
 * What the probes have found, by container ID. A container without a probe of a kind is not in that
 * kind's set; who reads this looks at the spec to know whether there is a probe.
 */
public record ProbeResults(
    Set<String> ready, Set<String> started, Set<String> livenessFailed, Set<String> startupFailed) {

  public static final ProbeResults NONE = new ProbeResults(Set.of(), Set.of(), Set.of(), Set.of());

  public ProbeResults {
    ready = Set.copyOf(ready);
    started = Set.copyOf(started);
    livenessFailed = Set.copyOf(livenessFailed);
    startupFailed = Set.copyOf(startupFailed);
  }
}
