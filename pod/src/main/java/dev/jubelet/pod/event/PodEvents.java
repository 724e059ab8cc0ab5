package dev.jubelet.pod.event;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ContainerKind;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Says events about pods and their containers.
 *
 * <p>Thread: any; the sink must not block.
 */
public final class PodEvents {
  private final Timers timers;
  private final Consumer<NodeEvent> sink;

  public PodEvents(Timers timers, Consumer<NodeEvent> sink) {
    this.timers = timers;
    this.sink = sink;
  }

  public void normal(Pod pod, String reason, String message) {
    emit(NodeEvent.Type.NORMAL, pod, "", reason, message);
  }

  public void warning(Pod pod, String reason, String message) {
    emit(NodeEvent.Type.WARNING, pod, "", reason, message);
  }

  public void normal(Pod pod, ContainerKind kind, String container, String reason, String message) {
    emit(NodeEvent.Type.NORMAL, pod, field(kind, container), reason, message);
  }

  public void warning(
      Pod pod, ContainerKind kind, String container, String reason, String message) {
    emit(NodeEvent.Type.WARNING, pod, field(kind, container), reason, message);
  }

  /** With what programs may want to know beside the message. */
  public void warning(Pod pod, String reason, String message, Map<String, String> annotations) {
    sink.accept(event(NodeEvent.Type.WARNING, pod, "", reason, message).with(annotations));
  }

  /** About the node itself. */
  public void nodeWarning(String reason, String message) {
    sink.accept(
        new NodeEvent(timers.now(), NodeEvent.Type.WARNING, reason, message, null, null, ""));
  }

  private void emit(NodeEvent.Type type, Pod pod, String field, String reason, String message) {
    sink.accept(event(type, pod, field, reason, message));
  }

  private NodeEvent event(
      NodeEvent.Type type, Pod pod, String field, String reason, String message) {
    return new NodeEvent(
        timers.now(), type, reason, message, PodKey.of(pod), PodUid.of(pod), field);
  }

  private static String field(ContainerKind kind, String container) {
    return "spec." + kind.specField() + "{" + container + "}";
  }
}
