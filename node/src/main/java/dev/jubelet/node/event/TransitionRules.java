package dev.jubelet.node.event;

import dev.jubelet.node.condition.NodeConditionRules;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The events that lie between two statuses of a node. A pressure is told the first time too, Ready
 * only when it flips. Pure.
 */
public record TransitionRules(NodeEvents events) {

  public List<NodeEvent> between(NodeStatus before, NodeStatus after, Instant at) {
    List<NodeEvent> found = new ArrayList<>();
    rebooted(before, after).ifPresent(bootId -> found.add(events.rebooted(at, bootId)));
    for (NodePressure pressure : NodePressure.values()) {
      String was = status(before, pressure.type()).orElse("");
      status(after, pressure.type())
          .filter(is -> !is.equals(was))
          .ifPresent(is -> found.add(events.state(at, pressure.text(isTrue(is)).event())));
    }
    Optional<String> was = status(before, NodeConditionRules.READY);
    status(after, NodeConditionRules.READY)
        .filter(is -> was.isPresent() && !is.equals(was.get()))
        .ifPresent(is -> found.add(events.state(at, isTrue(is) ? "NodeReady" : "NodeNotReady")));
    return found;
  }

  private static Optional<String> rebooted(NodeStatus before, NodeStatus after) {
    String was = bootId(before);
    String is = bootId(after);
    return was.isEmpty() || is.isEmpty() || was.equals(is) ? Optional.empty() : Optional.of(is);
  }

  private static String bootId(NodeStatus status) {
    NodeSystemInfo system = status.getNodeInfo();
    String bootId = system == null ? null : system.getBootID();
    return bootId == null ? "" : bootId;
  }

  private static Optional<String> status(NodeStatus status, String type) {
    return NodeConditionRules.find(status.getConditions(), type).map(NodeCondition::getStatus);
  }

  private static boolean isTrue(String status) {
    return status.equals(NodeConditionRules.TRUE);
  }
}
