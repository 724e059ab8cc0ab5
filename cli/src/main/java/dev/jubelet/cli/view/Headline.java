package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One sentence that says how a pod is, why, and what it waits for; pure. */
final class Headline {
  private final Json pod;
  private final Steps steps;
  private final Instant now;
  private final List<ContainerView> containers;
  private final List<Json> events;
  private final WaitReport waiting;

  /**
   * @param lastLines of the containers' logs, by container, where something has ended
   */
  Headline(Json pod, Json history, Map<String, List<String>> lastLines, Instant now) {
    this.pod = pod;
    this.steps = Steps.of(history);
    this.now = now;
    this.containers = ContainerView.all(pod);
    this.waiting = new WaitReport(history, lastLines, now);
    this.events = history.at("events").items();
  }

  String text() {
    return PodMatcher.fullName(pod) + " " + predicate() + ".";
  }

  /** Of a pod that is no longer here. */
  String textOfGone() {
    String since =
        steps
            .newest("gone")
            .map(step -> " since " + HumanDuration.age(Steps.since(step, now)))
            .orElse("");
    String ends =
        containers.stream()
            .filter(c -> c.lastEnd().terminated().isPresent())
            .map(c -> "container " + c.name() + " ended with " + c.lastEnd().code())
            .collect(Collectors.joining(", "));
    String why = endedFor().map(reason -> ": " + reason).orElse(ends.isEmpty() ? "" : ": " + ends);
    return PodMatcher.fullName(pod) + " is gone" + since + why + ".";
  }

  private String predicate() {
    if (pod.at("metadata", "deletionTimestamp").isPresent()) {
      return "is terminating" + joined(terminating());
    }
    return switch (pod.at("status", "phase").text()) {
      case "Failed" -> failed();
      case "Succeeded" -> completed();
      default ->
          waiting
              .forPod(containers)
              .or(() -> waiting.forContainer(containers))
              .map(what -> "is waiting" + what)
              .orElseGet(this::underWay);
    };
  }

  private static String joined(List<String> reasons) {
    return reasons.isEmpty() ? "" : ": " + String.join("; ", reasons);
  }

  private List<String> terminating() {
    List<String> reasons = new ArrayList<>();
    steps.open("preStop").forEach(step -> reasons.add("the preStop hook of " + grace(step)));
    steps.open("kill").forEach(step -> reasons.add(grace(step)));
    steps.open("stop sandbox").forEach(step -> reasons.add("the runtime stops its sandbox"));
    steps.waits().forEach(step -> reasons.add(waitOf(step)));
    if (reasons.isEmpty()) {
      steps
          .newest("terminate")
          .map(step -> step.at("outcome").text())
          .filter(outcome -> !outcome.isEmpty())
          .ifPresent(outcome -> reasons.add("stopping it failed: " + outcome + "; retrying"));
    }
    return reasons;
  }

  private static String waitOf(Json step) {
    return "it waits for " + step.at("detail").text() + ": " + step.at("waitedFor").text();
  }

  private String grace(Json step) {
    String container = "container " + step.at("detail").text();
    Duration left = Steps.left(step, now).orElse(Duration.ZERO);
    return left.isPositive()
        ? container + " has " + HumanDuration.seconds(left) + " of grace left"
        : container + " is overdue by " + HumanDuration.seconds(left.negated());
  }

  private String failed() {
    Optional<String> reason = endedFor();
    if (reason.isPresent()) {
      boolean ran = containers.stream().anyMatch(ContainerView::hasEnded);
      return (ran ? "has failed: " : "was refused: ") + reason.get();
    }
    return containers.stream()
        .filter(c -> c.lastEnd().isFailure())
        .findFirst()
        .map(c -> "has failed: " + waiting.crash(c, c.restarts() + 1))
        .orElse("has failed");
  }

  /** Why somebody else has ended the pod, or did not let it run. */
  private Optional<String> endedFor() {
    Json status = pod.at("status");
    String reason = status.at("reason").text();
    if (!status.at("phase").text().equals("Failed") || reason.isEmpty()) {
      return Optional.empty();
    }
    String message = status.at("message").text().strip();
    String refused = "Pod was rejected: ";
    String own = message.startsWith(refused) ? message.substring(refused.length()) : message;
    String ended = own.endsWith(".") ? own.substring(0, own.length() - 1) : own;
    return Optional.of(ended.isEmpty() ? reason : reason + ": " + ended);
  }

  private String completed() {
    String last =
        containers.stream()
            .map(c -> c.lastEnd().terminated().at("finishedAt").text())
            .filter(at -> !at.isEmpty())
            .max(String::compareTo)
            .map(at -> " " + HumanDuration.age(Duration.between(Instant.parse(at), now)) + " ago")
            .orElse("");
    return "has completed: all containers ended with 0" + last;
  }

  private String underWay() {
    String phase = pod.at("status", "phase").text();
    if (!phase.equals("Running")) {
      return initializing().orElseGet(this::starting);
    }
    String unready =
        containers.stream()
            .filter(this::isUnready)
            .map(ContainerView::name)
            .collect(Collectors.joining(", "));
    if (!unready.isEmpty()) {
      return "is running but not ready: container " + unready + " " + probed();
    }
    Optional<Json> gate = unreadyCondition();
    return gate.isPresent()
        ? "is running but not ready: "
            + gate.get().at("message").text(gate.get().at("reason").text())
        : "is running and ready" + restarts();
  }

  private boolean isUnready(ContainerView container) {
    boolean counts = !container.init() || container.isSidecar();
    return counts && container.isRunning() && !container.isReady();
  }

  private Optional<String> initializing() {
    List<ContainerView> inits = containers.stream().filter(ContainerView::init).toList();
    for (int i = 0; i < inits.size(); i++) {
      if (inits.get(i).isRunning() && !inits.get(i).isSidecar()) {
        return Optional.of(
            "is initializing: init container %s (%d of %d) runs"
                .formatted(inits.get(i).name(), i + 1, inits.size()));
      }
    }
    return Optional.empty();
  }

  private String starting() {
    return steps
        .working()
        .map(
            step -> {
              String reason = step.at("waitedFor").text();
              return "is starting: %s%s, since %s"
                  .formatted(
                      Steps.called(step),
                      reason.isEmpty() ? "" : " (waits for " + reason + ")",
                      HumanDuration.took(Steps.since(step, now)));
            })
        .orElseGet(() -> "is " + PodStatusText.of(pod));
  }

  /** What the probes said last; of an instance before, it says nothing about this one. */
  private String probed() {
    String started =
        containers.stream()
            .filter(this::isUnready)
            .map(c -> c.status().at("state", "running", "startedAt").text())
            .min(String::compareTo)
            .orElse("");
    return events.reversed().stream()
        .filter(event -> event.at("reason").text().equals("Unhealthy"))
        .filter(event -> !isBefore(event.at("time").text(), started))
        .findFirst()
        .map(event -> "failed its probe: " + event.at("message").text().strip())
        .orElse("has not passed its probes yet");
  }

  private static boolean isBefore(String time, String start) {
    return !start.isEmpty() && Instant.parse(time).isBefore(Instant.parse(start));
  }

  private Optional<Json> unreadyCondition() {
    return pod.at("status", "conditions").items().stream()
        .filter(c -> c.at("type").text().equals("Ready") && !c.at("status").text().equals("True"))
        .findFirst();
  }

  private String restarts() {
    return containers.stream()
        .filter(c -> c.restarts() > 0 && c.lastEnd().terminated().isPresent())
        .map(this::restarted)
        .collect(Collectors.joining());
  }

  private String restarted(ContainerView container) {
    return Stream.of(
            "; container "
                + container.name()
                + " restarted "
                + WaitReport.times(container.restarts()),
            ", ended last with " + container.lastEnd().code(),
            " " + container.lastEnd().ago(now))
        .collect(Collectors.joining())
        .stripTrailing();
  }
}
