package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How many containers of a pod are ready, of how many, and how often they were restarted, as
 * kubectl counts: sidecars always count, ordinary init containers only while the pod initializes,
 * and then regular containers do not. Pure.
 */
record PodCounts(long ready, long containers, long restarts) {

  static PodCounts of(Json pod) {
    Set<String> sidecars = new HashSet<>();
    for (Json container : pod.at("spec", "initContainers").items()) {
      if (container.at("restartPolicy").text().equals("Always")) {
        sidecars.add(container.at("name").text());
      }
    }
    int containers = pod.at("spec", "containers").items().size() + sidecars.size();
    long ready = 0;
    long restarts = 0;
    long sidecarRestarts = 0;
    boolean initializing = false;
    for (Json status : pod.at("status", "initContainerStatuses").items()) {
      boolean sidecar = sidecars.contains(status.at("name").text());
      restarts += status.at("restartCount").number();
      sidecarRestarts += sidecar ? status.at("restartCount").number() : 0;
      boolean started = sidecar && status.at("started").isTrue();
      ready += started && status.at("ready").isTrue() ? 1 : 0;
      if (!started && !hasSucceeded(status)) {
        initializing = true;
        break;
      }
    }
    if (initializing && !isInitialized(pod)) {
      return new PodCounts(ready, containers, restarts);
    }
    List<Json> regular = pod.at("status", "containerStatuses").items();
    return new PodCounts(
        ready + regular.stream().filter(PodCounts::isReady).count(),
        containers,
        sidecarRestarts + regular.stream().mapToLong(s -> s.at("restartCount").number()).sum());
  }

  private static boolean hasSucceeded(Json status) {
    Json terminated = status.at("state", "terminated");
    return terminated.isPresent() && terminated.at("exitCode").number() == 0;
  }

  private static boolean isInitialized(Json pod) {
    return pod.at("status", "conditions").items().stream()
        .filter(condition -> condition.at("type").text().equals("Initialized"))
        .anyMatch(condition -> condition.at("status").text().equals("True"));
  }

  private static boolean isReady(Json status) {
    return status.at("ready").isTrue() && status.at("state", "running").isPresent();
  }
}
