package dev.jubelet.pod.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something people should know, as a Kubernetes Event says it. {@code pod} is null when it concerns
 * the node; {@code field} is the part of the pod, e.g. {@code spec.containers{web}}.
 */
public record NodeEvent(
    Instant at,
    Type type,
    String reason,
    String message,
    @Nullable PodKey pod,
    @Nullable PodUid uid,
    String field) {

  /** The two weights of a Kubernetes Event, with their wire names. */
  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String wireName;

    Type(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }
}
