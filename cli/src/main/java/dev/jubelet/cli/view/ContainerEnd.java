package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * How an instance of a container ended, in words; pure.
 *
 * @param terminated as in the pod's status
 * @param memoryLimit empty when the container has none
 */
record ContainerEnd(Json terminated, String memoryLimit) {
  private static final Map<Long, String> SIGNALS =
      Map.of(
          129L, "SIGHUP",
          130L, "SIGINT",
          132L, "SIGILL",
          134L, "SIGABRT",
          135L, "SIGBUS",
          136L, "SIGFPE",
          137L, "SIGKILL",
          139L, "SIGSEGV",
          143L, "SIGTERM");

  boolean isFailure() {
    return terminated.isPresent() && exitCode() != 0;
  }

  long exitCode() {
    return terminated.at("exitCode").number();
  }

  /** What follows "ended with": {@code 7}, {@code 143 (SIGTERM)}, {@code 137 (OOMKilled)}. */
  String code() {
    String reason = terminated.at("reason").text();
    String name =
        reason.isEmpty() || reason.equals("Error") || reason.equals("Completed")
            ? SIGNALS.getOrDefault(exitCode(), "")
            : reason + limit(reason);
    return exitCode() + (name.isEmpty() ? "" : " (" + name + ")");
  }

  private String limit(String reason) {
    if (!reason.equals("OOMKilled")) {
      return "";
    }
    return memoryLimit.isEmpty() ? ", no memory limit of its own" : ", memory limit " + memoryLimit;
  }

  /** Empty when nobody knows. */
  String ago(Instant now) {
    String finished = terminated.at("finishedAt").text();
    return finished.isEmpty()
        ? ""
        : HumanDuration.age(Duration.between(Instant.parse(finished), now)) + " ago";
  }
}
