package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.List;

/** The one word that says how a pod is, as kubectl chooses it; pure. */
final class PodStatusText {
  private PodStatusText() {}

  static String of(Json pod) {
    if (pod.at("metadata", "deletionTimestamp").isPresent()) {
      return "Terminating";
    }
    String init = init(pod);
    if (!init.isEmpty()) {
      return init;
    }
    Json status = pod.at("status");
    String word = status.at("reason").text(status.at("phase").text("Unknown"));
    boolean anyRunning = false;
    for (Json container : status.at("containerStatuses").items().reversed()) {
      String waiting = container.at("state", "waiting", "reason").text();
      Json terminated = container.at("state", "terminated");
      if (!waiting.isEmpty()) {
        word = waiting;
      } else if (terminated.isPresent()) {
        word = terminatedWord(terminated);
      } else {
        anyRunning |= container.at("ready").isTrue();
      }
    }
    return word.equals("Completed") && anyRunning ? "Running" : word;
  }

  private static String terminatedWord(Json terminated) {
    String reason = terminated.at("reason").text();
    if (!reason.isEmpty()) {
      return reason;
    }
    return terminated.at("signal").number() != 0
        ? "Signal:" + terminated.at("signal").number()
        : "ExitCode:" + terminated.at("exitCode").number();
  }

  /** What the init containers are at; empty when they are done or there are none. */
  private static String init(Json pod) {
    List<Json> statuses = pod.at("status", "initContainerStatuses").items();
    for (int i = 0; i < statuses.size(); i++) {
      Json state = statuses.get(i).at("state");
      Json terminated = state.at("terminated");
      boolean done = terminated.isPresent() && terminated.at("exitCode").number() == 0;
      boolean sidecar = statuses.get(i).at("started").isTrue() && state.at("running").isPresent();
      if (!done && !sidecar) {
        String waiting = state.at("waiting", "reason").text("PodInitializing");
        if (terminated.isPresent()) {
          return "Init:" + terminatedWord(terminated);
        }
        return waiting.equals("PodInitializing")
            ? "Init:" + i + "/" + statuses.size()
            : "Init:" + waiting;
      }
    }
    return "";
  }
}
