package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.spec.PodConditions;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strategic merge patch that makes the API server's status of a pod say what this agent says.
 * It touches only the fields and conditions that are this agent's. Pure.
 *
 * <p>Thread: any.
 */
final class StatusPatch {
  private static final List<String> PLAIN =
      List.of(
          "phase",
          "reason",
          "message",
          "observedGeneration",
          "startTime",
          "hostIP",
          "podIP",
          "allocatedResources",
          "resources");

  /** The server joins these by address unless told to replace them. */
  private static final List<String> ADDRESSES = List.of("hostIPs", "podIPs");

  private static final String QOS = "qosClass";
  private static final String CONDITIONS = "conditions";
  private static final String TYPE = "type";

  /** Of a condition, what says which one it is and what only others write. */
  private static final Set<String> NOT_COMPARED = Set.of(TYPE, "lastProbeTime");

  private final ObjectMapper json;

  StatusPatch(ObjectMapper json) {
    this.json = json;
  }

  /** The part of the patch below {@code status}; without a field when nothing is to change. */
  ObjectNode between(PodReport report, Pod known) {
    ObjectNode ours = tree(report.status());
    ObjectNode theirs = tree(known.getStatus());
    StatusTree.restrain(ours, theirs, report);
    ObjectNode patch = json.createObjectNode();
    PLAIN.forEach(name -> compare(name, ours, theirs, patch));
    if (!theirs.has(QOS)) {
      compare(QOS, ours, theirs, patch);
    }
    ADDRESSES.forEach(name -> compareAddresses(name, ours, theirs, patch));
    StatusTree.CONTAINER_LISTS.forEach(name -> compare(name, ours, theirs, patch));
    compareConditions(ours, theirs, patch);
    return patch;
  }

  /**
   * The whole patch. It holds only for the pod with the UID that is known, and a phase is moved
   * only from the one that is known: somebody else may have declared the pod over meanwhile.
   */
  ObjectNode request(Pod known, ObjectNode status) {
    ObjectNode patch = json.createObjectNode();
    ObjectNode meta = patch.putObject("metadata").put("uid", known.getMetadata().getUid());
    if (status.has("phase")) {
      meta.put("resourceVersion", known.getMetadata().getResourceVersion());
    }
    patch.set("status", status);
    return patch;
  }

  private ObjectNode tree(@Nullable Object status) {
    return status == null ? json.createObjectNode() : json.valueToTree(status);
  }

  private static void compare(String name, ObjectNode ours, ObjectNode known, ObjectNode patch) {
    JsonNode mine = ours.get(name);
    JsonNode theirs = known.get(name);
    if (mine instanceof ObjectNode my && theirs instanceof ObjectNode their) {
      ObjectNode inner = patch.objectNode();
      names(my, their).forEach(field -> compare(field, my, their, inner));
      if (!inner.isEmpty()) {
        patch.set(name, inner);
      }
    } else if (mine == null ? theirs != null : !mine.equals(theirs)) {
      patch.set(name, mine == null ? patch.nullNode() : mine);
    }
  }

  private static Set<String> names(ObjectNode one, ObjectNode other) {
    Set<String> names = new LinkedHashSet<>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static void compareAddresses(
      String name, ObjectNode ours, ObjectNode known, ObjectNode patch) {
    ArrayNode mine = StatusTree.array(ours, name);
    if (!mine.equals(StatusTree.array(known, name))) {
      ArrayNode list = patch.putArray(name).addAll(mine);
      list.addObject().put("$patch", "replace");
    }
  }

  private static void compareConditions(ObjectNode ours, ObjectNode known, ObjectNode patch) {
    ArrayNode mine = StatusTree.array(ours, CONDITIONS);
    ArrayNode theirs = StatusTree.array(known, CONDITIONS);
    ArrayNode changes = patch.arrayNode();
    for (JsonNode condition : mine) {
      changed(condition, theirs, changes);
    }
    for (JsonNode old : theirs) {
      if (isToGo(old.path(TYPE).asText(), mine)) {
        changes.addObject().put("$patch", "delete").set(TYPE, old.get(TYPE));
      }
    }
    if (!changes.isEmpty()) {
      patch.set("$setElementOrder/" + CONDITIONS, order(mine, theirs));
      patch.set(CONDITIONS, changes);
    }
  }

  private static void changed(JsonNode condition, ArrayNode theirs, ArrayNode changes) {
    ObjectNode mine = (ObjectNode) condition;
    ObjectNode old =
        StatusTree.find(theirs, TYPE, mine.path(TYPE).asText())
            .map(ObjectNode.class::cast)
            .orElseGet(mine::objectNode);
    ObjectNode change = mine.objectNode();
    for (String name : names(mine, old)) {
      if (!NOT_COMPARED.contains(name)) {
        compare(name, mine, old, change);
      }
    }
    if (!change.isEmpty()) {
      change.set(TYPE, mine.get(TYPE));
      changes.add(change);
    }
  }

  /** What others may have written as well is never taken away. */
  private static boolean isToGo(String type, ArrayNode mine) {
    return PodConditions.OURS.contains(type)
        && !type.equals(PodConditions.DISRUPTION)
        && StatusTree.find(mine, TYPE, type).isEmpty();
  }

  /** Those of others come first, as they are. */
  private static ArrayNode order(ArrayNode mine, ArrayNode theirs) {
    List<JsonNode> types = new ArrayList<>();
    for (JsonNode old : theirs) {
      String type = old.path(TYPE).asText();
      if (StatusTree.find(mine, TYPE, type).isEmpty() && !isToGo(type, mine)) {
        types.add(old.get(TYPE));
      }
    }
    mine.forEach(condition -> types.add(condition.get(TYPE)));
    ArrayNode order = mine.arrayNode();
    types.forEach(type -> order.addObject().set(TYPE, type));
    return order;
  }
}
