package dev.jubelet.node.event;

import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpec;
import io.fabric8.kubernetes.api.model.NodeStatus;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Says what changed about the node. A change that could not be written yet is found again by each
 * try; it is said once.
 *
 * <p>Thread: the status lane. Owns: what was said since the last write, and whether the node was
 * schedulable.
 */
public final class NodeEventRecorder {
  private final NodeEvents events;
  private final TransitionRules rules;
  private final Consumer<NodeEvent> sink;
  private final Set<String> saidSinceWrite = new HashSet<>();
  private Optional<Boolean> unschedulable = Optional.empty();

  /** The sink must not block. */
  public NodeEventRecorder(String nodeName, Consumer<NodeEvent> sink) {
    this.events = new NodeEvents(nodeName);
    this.rules = new TransitionRules(events);
    this.sink = sink;
  }

  /** {@code after} is what we are about to write over {@code before}. */
  public void say(Node before, Node after, Instant at) {
    NodeStatus was = before.getStatus() == null ? new NodeStatus() : before.getStatus();
    for (NodeEvent event : rules.between(was, after.getStatus(), at)) {
      if (saidSinceWrite.add(event.message())) {
        sink.accept(event);
      }
    }
    saySchedulable(before.getSpec(), at);
  }

  /** The Node object now says what was said. */
  public void written() {
    saidSinceWrite.clear();
  }

  private void saySchedulable(NodeSpec spec, Instant at) {
    boolean now = spec != null && Boolean.TRUE.equals(spec.getUnschedulable());
    if (unschedulable.filter(was -> was != now).isPresent()) {
      sink.accept(events.state(at, now ? "NodeNotSchedulable" : "NodeSchedulable"));
    }
    unschedulable = Optional.of(now);
  }
}
