package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a pod waits for before it can run, and when the next try is; pure. */
final class WaitReport {
  private static final int LONGEST_WORDS = 160;
  private static final Set<String> BEGINNINGS = Set.of("", "ContainerCreating", "PodInitializing");
  private static final Set<String> IMAGE_REASONS =
      Set.of("ErrImagePull", "ImagePullBackOff", "RegistryUnavailable");

  private final Steps steps;
  private final List<Json> events;
  private final Map<String, List<String>> lastLines;
  private final Instant now;

  WaitReport(Json history, Map<String, List<String>> lastLines, Instant now) {
    this.steps = Steps.of(history);
    this.events = history.at("events").items();
    this.lastLines = lastLines;
    this.now = now;
  }

  /** Something that concerns the whole pod: its name, volumes, network or sandbox. */
  Optional<String> forPod(List<ContainerView> containers) {
    List<Json> names = steps.open("name");
    if (!names.isEmpty()) {
      return Optional.of(
          " for %s, since %s"
              .formatted(
                  names.getFirst().at("waitedFor").text(),
                  HumanDuration.age(Steps.since(names.getFirst(), now))));
    }
    Set<String> own =
        containers.stream().map(ContainerView::name).collect(Collectors.toUnmodifiableSet());
    return steps.waits().reversed().stream()
        .filter(step -> !own.contains(step.at("detail").text()))
        .findFirst()
        .map(
            step ->
                " for %s: %s%s"
                    .formatted(
                        step.at("detail").text(), step.at("waitedFor").text(), nextTry(step)));
  }

  /** The first container that cannot run. */
  Optional<String> forContainer(List<ContainerView> containers) {
    return containers.stream()
        .filter(this::isHeldUp)
        .findFirst()
        .map(container -> ": " + why(container) + nextTry(container));
  }

  private boolean isHeldUp(ContainerView container) {
    if (container.hasEnded()) {
      return container.lastEnd().isFailure();
    }
    return !BEGINNINGS.contains(container.waitingReason());
  }

  private String why(ContainerView container) {
    String reason = container.waitingReason();
    if (container.hasEnded() || reason.equals("CrashLoopBackOff")) {
      return crash(container, container.restarts() + 1);
    }
    String message = container.status().at("state", "waiting", "message").text().strip();
    if (IMAGE_REASONS.contains(reason)) {
      return "image %s of container %s cannot be pulled: %s"
          .formatted(
              container.spec().at("image").text(), container.name(), pullFailure(message, reason));
    }
    return "container %s cannot be started: %s%s"
        .formatted(container.name(), reason, message.isEmpty() ? "" : ": " + message);
  }

  /** The runtime's own words are in the event of the newest failed pull. */
  private String pullFailure(String message, String reason) {
    String prefix = "Failed to pull image ";
    return events.reversed().stream()
        .map(event -> event.at("message").text())
        .filter(text -> text.startsWith(prefix) && text.contains(": "))
        .map(text -> text.substring(text.indexOf(": ") + 2).strip())
        .findFirst()
        .orElse(message.isEmpty() ? reason : message);
  }

  /** How a container ended, how often, and what it said last. */
  String crash(ContainerView container, long ends) {
    ContainerEnd end = container.lastEnd();
    boolean alike = steps.onlyEndedWith(container.name(), end.exitCode());
    return "container "
        + container.name()
        + " ended "
        + how(end.code(), ends, alike)
        + lastWords(container.name());
  }

  private static String how(String code, long ends, boolean alike) {
    if (!alike && ends > 1) {
      return times(ends) + ", last with " + code;
    }
    return ends > 2
        ? times(ends) + " with " + code
        : "with " + code + (ends == 2 ? " " + times(ends) : "");
  }

  static String times(long count) {
    return switch ((int) count) {
      case 1 -> "once";
      case 2 -> "twice";
      default -> count + " times";
    };
  }

  private String lastWords(String container) {
    return lastLines.getOrDefault(container, List.of()).reversed().stream()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .findFirst()
        .map(line -> ", last words \"" + shortened(line) + "\"")
        .orElse("");
  }

  private static String shortened(String line) {
    return line.length() <= LONGEST_WORDS ? line : line.substring(0, LONGEST_WORDS) + "…";
  }

  private String nextTry(ContainerView container) {
    return steps.wait(container.name()).map(this::nextTry).orElse("");
  }

  private String nextTry(Json step) {
    return Steps.left(step, now)
        .map(
            left ->
                left.compareTo(Duration.ZERO) > 0
                    ? ", next try in " + HumanDuration.seconds(left)
                    : ", next try now")
        .orElse("");
  }
}
