package dev.jubelet.cli.run;

import dev.jubelet.cli.http.Json;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a pod ended; pure.
 *
 * @param exitCode of the first container that failed, 0 when none did
 */
record Outcome(int exitCode, String text) {

  /** Empty while the pod has not ended. */
  static Optional<Outcome> of(Json pod) {
    return switch (pod.at("status", "phase").text()) {
      case "Succeeded" -> Optional.of(new Outcome(0, "succeeded"));
      case "Failed" -> Optional.of(failed(pod));
      default -> Optional.empty();
    };
  }

  private static Outcome failed(Json pod) {
    return containers(pod)
        .filter(status -> code(status) != 0)
        .findFirst()
        .map(Outcome::container)
        .orElseGet(() -> new Outcome(1, withoutContainers(pod)));
  }

  private static Outcome container(Json status) {
    Json terminated = status.at("state", "terminated");
    String reason = terminated.at("reason").text();
    String message = terminated.at("message").text();
    return new Outcome(
        (int) code(status),
        "failed: container %s ended with %d%s%s"
            .formatted(
                status.at("name").text(),
                code(status),
                reason.isEmpty() ? "" : " (" + reason + ")",
                message.isEmpty() ? "" : ": " + message));
  }

  /** Whether the agent refused the pod, so that nothing ever ran; it always says why. */
  static boolean isRejection(Json pod) {
    return pod.at("status", "phase").text().equals("Failed")
        && pod.at("status", "reason").isPresent()
        && containers(pod).noneMatch(status -> status.at("state", "terminated").isPresent());
  }

  private static String withoutContainers(Json pod) {
    return "%s: %s: %s"
        .formatted(
            isRejection(pod) ? "rejected" : "failed",
            pod.at("status", "reason").text("no reason given"),
            pod.at("status", "message").text("no message given"));
  }

  private static Stream<Json> containers(Json pod) {
    return Stream.of("initContainerStatuses", "containerStatuses")
        .flatMap(kind -> pod.at("status", kind).items().stream());
  }

  private static long code(Json status) {
    return status.at("state", "terminated", "exitCode").number();
  }
}
