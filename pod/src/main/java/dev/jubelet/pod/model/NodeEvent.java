package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something people should know, as a Kubernetes Event says it. It concerns a pod, or a claim, or
 * the node when both are null; {@code field} is the part of the pod, e.g. {@code
 * spec.containers{web}}.
 */
public record NodeEvent(
    Instant at,
    Type type,
    String reason,
    String message,
    @Nullable PodKey pod,
    @Nullable PodUid uid,
    String field,
    @Nullable Claim claim,
    Map<String, String> annotations) {

  public NodeEvent {
    annotations = Map.copyOf(annotations);
  }

  /** A persistent volume claim. */
  public record Claim(String namespace, String name, String uid) {}

  /** About a pod, or the node. */
  public NodeEvent(
      Instant at,
      Type type,
      String reason,
      String message,
      @Nullable PodKey pod,
      @Nullable PodUid uid,
      String field) {
    this(at, type, reason, message, pod, uid, field, null, Map.of());
  }

  public static NodeEvent of(Claim claim, Instant at, Type type, String reason, String message) {
    return new NodeEvent(at, type, reason, message, null, null, "", claim, Map.of());
  }

  /** The same, with what programs may want to know beside the message. */
  public NodeEvent with(Map<String, String> more) {
    return new NodeEvent(at, type, reason, message, pod, uid, field, claim, more);
  }

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
