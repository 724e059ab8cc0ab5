package dev.jubelet.cli.run;

import dev.jubelet.cli.http.Json;
import java.util.List;
import java.util.stream.Stream;

/** Why containers of a pod do not run yet, in the words of the agent and the runtime; pure. */
final class Waiting {
  /** What every container goes through is no news. */
  private static final List<String> USUAL = List.of("ContainerCreating", "PodInitializing");

  private Waiting() {}

  static List<String> of(Json pod) {
    return Stream.of("initContainerStatuses", "containerStatuses")
        .flatMap(kind -> pod.at("status", kind).items().stream())
        .filter(status -> status.at("state", "waiting", "reason").isPresent())
        .filter(status -> !USUAL.contains(status.at("state", "waiting", "reason").text()))
        .map(Waiting::words)
        .toList();
  }

  private static String words(Json status) {
    Json waiting = status.at("state", "waiting");
    String message = waiting.at("message").text();
    return "container %s: %s%s"
        .formatted(
            status.at("name").text(),
            waiting.at("reason").text(),
            message.isEmpty() ? "" : ": " + message);
  }
}
