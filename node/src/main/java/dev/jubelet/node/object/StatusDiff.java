package dev.jubelet.node.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Differences between JSON trees in the form of a strategic merge patch, as the API reads it for a
 * Node's status: conditions are joined by type, and none is ever taken away; the API joins
 * addresses by type too, though a node may have two of one type, so they are replaced as a whole;
 * every other list is one value. Pure.
 */
final class StatusDiff {
  private static final String CONDITIONS = "conditions";
  private static final String CONDITION_ORDER = "$setElementOrder/conditions";
  private static final String TYPE = "type";
  private static final String HEARTBEAT = "lastHeartbeatTime";
  private static final String ADDRESSES = "addresses";

  private final ObjectMapper mapper;

  StatusDiff(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  ObjectNode ofStatuses(JsonNode before, JsonNode after) {
    ObjectNode diff = ofObjects(before, after);
    if (diff.has(ADDRESSES)) {
      replaceAddresses(diff, before.path(ADDRESSES));
    }
    if (diff.has(CONDITIONS)) {
      diff.set(CONDITIONS, conditions(before.path(CONDITIONS), after.path(CONDITIONS)));
      diff.set(CONDITION_ORDER, order(after.path(CONDITIONS)));
    }
    return diff;
  }

  /** A difference of statuses as if no time of a heartbeat had changed. */
  static ObjectNode withoutHeartbeats(ObjectNode diff) {
    ObjectNode rest = diff.deepCopy();
    if (rest.get(CONDITIONS) instanceof ArrayNode conditions) {
      conditions.forEach(condition -> ((ObjectNode) condition).remove(HEARTBEAT));
      conditions.removeIf(condition -> condition.size() == 1);
      if (conditions.isEmpty()) {
        rest.remove(List.of(CONDITIONS, CONDITION_ORDER));
      }
    }
    return rest;
  }

  /** What leads from one object to the other; null takes a field away. */
  ObjectNode ofObjects(JsonNode before, JsonNode after) {
    ObjectNode diff = mapper.createObjectNode();
    Set<String> fields = new TreeSet<>();
    before.fieldNames().forEachRemaining(fields::add);
    after.fieldNames().forEachRemaining(fields::add);
    for (String field : fields) {
      JsonNode old = before.path(field);
      JsonNode now = after.path(field);
      if (now.isMissingNode()) {
        diff.putNull(field);
      } else if (old.isObject() && now.isObject()) {
        ObjectNode inner = ofObjects(old, now);
        if (!inner.isEmpty()) {
          diff.set(field, inner);
        }
      } else if (!Objects.equals(old, now)) {
        diff.set(field, now);
      }
    }
    return diff;
  }

  private void replaceAddresses(ObjectNode diff, JsonNode before) {
    if (diff.get(ADDRESSES) instanceof ArrayNode addresses && !before.isEmpty()) {
      ArrayNode replaced = addresses.deepCopy();
      replaced.addObject().put("$patch", "replace");
      diff.set(ADDRESSES, replaced);
    }
  }

  private ArrayNode conditions(JsonNode before, JsonNode after) {
    ArrayNode changed = mapper.createArrayNode();
    for (JsonNode now : after) {
      ObjectNode diff = ofObjects(find(before, now.path(TYPE)), now);
      if (!diff.isEmpty()) {
        diff.set(TYPE, now.path(TYPE));
        changed.add(diff);
      }
    }
    return changed;
  }

  private JsonNode find(JsonNode conditions, JsonNode type) {
    for (JsonNode condition : conditions) {
      if (condition.path(TYPE).equals(type)) {
        return condition;
      }
    }
    return mapper.createObjectNode();
  }

  private ArrayNode order(JsonNode conditions) {
    ArrayNode order = mapper.createArrayNode();
    for (JsonNode condition : conditions) {
      order.addObject().set(TYPE, condition.path(TYPE));
    }
    return order;
  }
}
