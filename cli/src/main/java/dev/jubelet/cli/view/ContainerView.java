package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.List;
import java.util.stream.Stream;

/**
 * One container of a pod with its status; pure.
 *
 * @param init whether it is an init container
 */
record ContainerView(Json spec, Json status, boolean init) {

  /** Init containers first, as they run. */
  static List<ContainerView> all(Json pod) {
    return Stream.concat(
            of(pod, "initContainers", "initContainerStatuses", true),
            of(pod, "containers", "containerStatuses", false))
        .toList();
  }

  private static Stream<ContainerView> of(Json pod, String specs, String statuses, boolean init) {
    List<Json> found = pod.at("status", statuses).items();
    return pod.at("spec", specs).items().stream()
        .map(
            spec ->
                new ContainerView(
                    spec,
                    found.stream()
                        .filter(status -> status.at("name").equals(spec.at("name")))
                        .findFirst()
                        .orElse(new Json(null)),
                    init));
  }

  String name() {
    return spec.at("name").text();
  }

  String waitingReason() {
    return status.at("state", "waiting", "reason").text();
  }

  boolean isRunning() {
    return status.at("state", "running").isPresent();
  }

  boolean isReady() {
    return status.at("ready").isTrue();
  }

  boolean isSidecar() {
    return init && spec.at("restartPolicy").text().equals("Always");
  }

  boolean hasEnded() {
    return status.at("state", "terminated").isPresent();
  }

  long restarts() {
    return status.at("restartCount").number();
  }

  /** Of the instance that ended last, whether or not another one runs. */
  ContainerEnd lastEnd() {
    Json now = status.at("state", "terminated");
    Json before = status.at("lastState", "terminated");
    boolean unknown = now.at("reason").text().equals("ContainerStatusUnknown");
    return new ContainerEnd(
        now.isPresent() && !(unknown && before.isPresent()) ? now : before,
        spec.at("resources", "limits", "memory").text());
  }
}
