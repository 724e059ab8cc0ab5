package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Waits for the end of pods whose manifests are away, and says what it waits for. A signal that
 * comes meanwhile takes the rest of their grace from them.
 *
 * <p>Thread: the command's.
 */
final class PodEnding {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Duration BETWEEN_WORDS = Duration.ofSeconds(10);

  private final Context context;
  private final AgentClient client;
  private final EndSignals signals;
  private final Instant began;
  private final int signalsBefore;
  private final Map<String, Told> told = new HashMap<>();

  /** What was last said of a pod. */
  private record Told(String what, Instant at) {}

  PodEnding(Context context, AgentClient client, EndSignals signals) {
    this.context = context;
    this.client = client;
    this.signals = signals;
    this.began = context.timers().now();
    this.signalsBefore = signals.count();
  }

  /** Returns when nothing is left of them. */
  void await(List<RunPod> pods) throws InterruptedException {
    boolean killing = false;
    List<RunPod> left = left(pods);
    while (!left.isEmpty()) {
      if (signals.count() > signalsBefore) {
        // Asked again at each look: the agent may not have seen yet that the manifest is away.
        left.forEach(pod -> client.post("/jubelet/hurry/" + pod.uid(), ""));
        if (!killing) {
          killing = true;
          context.err().print("killing " + names(left) + "\n");
        }
      } else {
        left.forEach(this::tell);
      }
      context.pause(BETWEEN_LOOKS);
      left = left(pods);
    }
  }

  private List<RunPod> left(List<RunPod> pods) {
    Set<String> listed =
        client.getJson("/pods").at("items").items().stream()
            .map(pod -> pod.at("metadata", "uid").text())
            .collect(Collectors.toSet());
    return pods.stream()
        .filter(pod -> listed.contains(pod.uid()) || work(pod).isPresent())
        .toList();
  }

  private Json work(RunPod pod) {
    AgentClient.Answer answer = client.get("/jubelet/work/" + pod.uid());
    return answer.isOk() ? answer.json() : new Json(null);
  }

  private static String names(List<RunPod> pods) {
    return pods.stream().map(RunPod::name).collect(Collectors.joining(", "));
  }

  private void tell(RunPod pod) {
    List<Json> stopping = work(pod).at("stopping").items();
    if (stopping.isEmpty()) {
      return;
    }
    Instant now = context.timers().now();
    String names = stopping.stream().map(Json::text).collect(Collectors.joining(", "));
    String what =
        "ending %s: waiting for container%s %s to stop"
            .formatted(pod.name(), stopping.size() == 1 ? "" : "s", names);
    Told before = told.get(pod.uid());
    if (before != null
        && before.what().equals(what)
        && before.at().plus(BETWEEN_WORDS).isAfter(now)) {
      return;
    }
    told.put(pod.uid(), new Told(what, now));
    String it = stopping.size() == 1 ? "it" : "them";
    context
        .err()
        .print(
            "%s, up to %d s more; press Ctrl-C%s to kill %s now\n"
                .formatted(what, seconds(pod, now), signalsBefore > 0 ? " again" : "", it));
  }

  private long seconds(RunPod pod, Instant now) {
    Duration left = Duration.ofSeconds(pod.graceSeconds()).minus(Duration.between(began, now));
    return Math.max(1, left.plusMillis(999).toSeconds());
  }
}
