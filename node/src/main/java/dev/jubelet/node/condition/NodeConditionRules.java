package dev.jubelet.node.condition;

import dev.jubelet.pod.model.NodePressure;
import io.fabric8.kubernetes.api.model.NodeCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The node's conditions. Those of others are left alone. A heartbeat is noted each time, a
 * transition only when the status flips. Conditions keep their places; new ones come after, Ready
 * as the last. Pure.
 */
public final class NodeConditionRules {
  public static final String READY = "Ready";
  public static final String TRUE = "True";
  public static final String FALSE = "False";

  private NodeConditionRules() {}

  /** {@code capacity} names the resources that the node has. */
  public static List<NodeCondition> update(
      List<NodeCondition> existing, NodeHealth health, Set<String> capacity, Instant now) {
    String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    List<NodeCondition> conditions = new ArrayList<>(existing);
    for (NodePressure pressure : NodePressure.values()) {
      boolean pressed = health.pressures().contains(pressure);
      NodePressure.ConditionText text = pressure.text(pressed);
      put(conditions, condition(pressure.type(), pressed, text.reason(), text.message()), time);
    }
    ReadyRules.Verdict verdict = ReadyRules.judge(health, capacity);
    put(conditions, condition(READY, verdict.ready(), verdict.reason(), verdict.message()), time);
    return conditions;
  }

  public static Optional<NodeCondition> find(List<NodeCondition> conditions, String type) {
    return conditions.stream().filter(one -> type.equals(one.getType())).findFirst();
  }

  private static void put(List<NodeCondition> conditions, NodeCondition next, String time) {
    Optional<NodeCondition> before = find(conditions, next.getType());
    next.setLastHeartbeatTime(time);
    next.setLastTransitionTime(
        before
            .filter(old -> next.getStatus().equals(old.getStatus()))
            .map(NodeCondition::getLastTransitionTime)
            .orElse(time));
    if (before.isPresent()) {
      conditions.set(conditions.indexOf(before.get()), next);
    } else {
      conditions.add(next);
    }
  }

  private static NodeCondition condition(
      String type, boolean status, String reason, String message) {
    NodeCondition condition = new NodeCondition();
    condition.setType(type);
    condition.setStatus(status ? TRUE : FALSE);
    condition.setReason(reason);
    condition.setMessage(message);
    return condition;
  }
}
