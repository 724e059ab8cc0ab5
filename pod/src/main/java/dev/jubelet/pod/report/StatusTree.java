package dev.jubelet.pod.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.spec.PodConditions;
import dev.jubelet.pod.spec.RestartRules;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;

/**
 * What may be told of what this agent thinks of a pod, given what the API server has: a phase that
 * is over stays over, none is over while a container runs, and what has ended for good does not
 * come back to life. Pure; changes the tree of the report, which nobody else has.
 */
final class StatusTree {
  static final List<String> CONTAINER_LISTS =
      List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

  private static final List<String> PHASE = List.of("phase", "reason", "message");

  private StatusTree() {}

  static void restrain(ObjectNode ours, ObjectNode known, PodReport report) {
    if (Phases.isTerminal(phase(known))) {
      keepTerminal(ours, known);
    } else if (Phases.isTerminal(phase(ours)) && !report.over() && anyRuns(ours)) {
      PHASE.forEach(name -> take(ours, known, name));
    }
    CONTAINER_LISTS.forEach(list -> keepEnds(report.pod(), array(ours, list), array(known, list)));
    restrainConditions(ours, known);
  }

  private static String phase(ObjectNode status) {
    return status.path("phase").asText();
  }

  /** Whoever said that the pod is over also said why, unless we know better. */
  private static void keepTerminal(ObjectNode ours, ObjectNode known) {
    take(ours, known, "phase");
    for (String name : List.of("reason", "message")) {
      if (ours.path(name).asText().isEmpty()) {
        take(ours, known, name);
      }
    }
  }

  private static void take(ObjectNode ours, ObjectNode known, String name) {
    if (known.has(name)) {
      ours.set(name, known.get(name));
    } else {
      ours.remove(name);
    }
  }

  private static boolean anyRuns(ObjectNode status) {
    return CONTAINER_LISTS.stream()
        .flatMap(list -> array(status, list).valueStream())
        .anyMatch(container -> container.path("state").has("running"));
  }

  /** The API server refuses a container that ended for good and yet lives. */
  private static void keepEnds(Pod pod, ArrayNode ours, ArrayNode known) {
    for (int i = 0; i < ours.size(); i++) {
      JsonNode mine = ours.get(i);
      Optional<JsonNode> theirs = find(known, "name", mine.path("name").asText());
      if (!isTerminated(mine) && theirs.filter(old -> endedForGood(pod, old)).isPresent()) {
        ours.set(i, theirs.get());
      }
    }
  }

  private static boolean isTerminated(JsonNode container) {
    return container.path("state").has("terminated");
  }

  private static boolean endedForGood(Pod pod, JsonNode old) {
    int exitCode = old.path("state").path("terminated").path("exitCode").asInt();
    return isTerminated(old)
        && ContainerSpec.find(pod, old.path("name").asText())
            .filter(spec -> !RestartRules.afterExit(pod, spec, exitCode))
            .isPresent();
  }

  private static void restrainConditions(ObjectNode ours, ObjectNode known) {
    ArrayNode conditions = array(ours, "conditions");
    ArrayNode theirs = array(known, "conditions");
    boolean over = Phases.isTerminal(phase(ours));
    for (int i = conditions.size() - 1; i >= 0; i--) {
      String type = conditions.get(i).path("type").asText();
      boolean early = type.equals(PodConditions.DISRUPTION) && !over;
      if (early || !PodConditions.OURS.contains(type)) {
        conditions.remove(i);
      }
    }
    for (JsonNode condition : conditions) {
      find(theirs, "type", condition.path("type").asText())
          .filter(old -> old.path("status").equals(condition.path("status")))
          .map(old -> old.get("lastTransitionTime"))
          .ifPresent(time -> ((ObjectNode) condition).set("lastTransitionTime", time));
    }
  }

  static Optional<JsonNode> find(ArrayNode list, String key, String value) {
    return list.valueStream().filter(node -> node.path(key).asText().equals(value)).findFirst();
  }

  /** The list of that name; an empty one, which stays outside, when there is none. */
  static ArrayNode array(ObjectNode status, String name) {
    return status.get(name) instanceof ArrayNode list ? list : status.arrayNode();
  }
}
