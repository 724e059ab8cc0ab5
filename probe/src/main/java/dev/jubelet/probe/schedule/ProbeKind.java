package dev.jubelet.probe.schedule;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Probe;
import org.jspecify.annotations.Nullable;

/** The three questions asked about a container, with the verdict that holds before any answer. */
public enum ProbeKind {
  STARTUP("Startup", Verdict.UNKNOWN),
  LIVENESS("Liveness", Verdict.SUCCESS),
  READINESS("Readiness", Verdict.FAILURE);

  private final String wireName;
  private final Verdict initial;

  ProbeKind(String wireName, Verdict initial) {
    this.wireName = wireName;
    this.initial = initial;
  }

  /** The word that events use. */
  public String wireName() {
    return wireName;
  }

  Verdict initial() {
    return initial;
  }

  /** The container's probe of this kind; null when it has none. */
  public @Nullable Probe of(Container container) {
    return switch (this) {
      case STARTUP -> container.getStartupProbe();
      case LIVENESS -> container.getLivenessProbe();
      case READINESS -> container.getReadinessProbe();
    };
  }
}
