package dev.jubelet.node.event;

import dev.jubelet.pod.model.NodeEvent;
import java.time.Instant;

/** The events of one node, in the words that Kubernetes has for them. Pure. */
public record NodeEvents(String nodeName) {

  /** The agent begins. */
  public NodeEvent starting(Instant at) {
    return event(at, NodeEvent.Type.NORMAL, "Starting", "Starting kubelet.");
  }

  /** The machine is about to go down, or is not after all. */
  public NodeEvent shutdown(Instant at, boolean goesDown) {
    return event(
        at,
        NodeEvent.Type.NORMAL,
        "Shutdown",
        "Shutdown manager detected shutdown " + (goesDown ? "event" : "cancellation"));
  }

  /** One of the events about the node's state, which all say their own name. */
  NodeEvent state(Instant at, String reason) {
    return event(
        at, NodeEvent.Type.NORMAL, reason, "Node " + nodeName + " status is now: " + reason);
  }

  NodeEvent rebooted(Instant at, String bootId) {
    return event(
        at,
        NodeEvent.Type.WARNING,
        "Rebooted",
        "Node " + nodeName + " has been rebooted, boot id: " + bootId);
  }

  private static NodeEvent event(Instant at, NodeEvent.Type type, String reason, String message) {
    return new NodeEvent(at, type, reason, message, null, null, "");
  }
}
