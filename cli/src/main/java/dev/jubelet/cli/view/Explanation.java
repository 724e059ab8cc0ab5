package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** The text of {@code jubelet explain}: what the pod waits for now, then all its steps; pure. */
public final class Explanation {
  private final Json pod;
  private final Json history;
  private final Instant now;

  public Explanation(Json pod, Json history, Instant now) {
    this.pod = pod;
    this.history = history;
    this.now = now;
  }

  public String render() {
    List<Json> steps = history.at("steps").items();
    StringBuilder text = new StringBuilder(sentence(steps)).append("\n");
    if (!steps.isEmpty()) {
      text.append('\n').append(steps(steps));
    }
    if (history.at("dropped").number() > 0) {
      text.append("(").append(history.at("dropped").number()).append(" older steps forgotten)\n");
    }
    List<Json> events = history.at("events").items();
    if (!events.isEmpty()) {
      text.append("\nEvents\n").append(events(events));
    }
    return text.toString();
  }

  private String sentence(List<Json> steps) {
    String name = PodNames.fullName(pod);
    List<Json> running = steps.stream().filter(step -> !step.at("end").isPresent()).toList();
    if (!running.isEmpty()) {
      Json step = running.getLast();
      Duration since = Duration.between(Instant.parse(step.at("start").text()), now);
      String reason = step.at("waitedFor").text();
      return "%s waits for %s%s, since %s."
          .formatted(
              name,
              called(step),
              reason.isEmpty() ? "" : " (" + reason + ")",
              HumanDuration.took(since.isNegative() ? Duration.ZERO : since));
    }
    if (!steps.isEmpty() && !steps.getLast().at("outcome").text().isEmpty()) {
      return "%s is %s; its last step, %s, ended with: %s."
          .formatted(
              name,
              PodStatusText.of(pod),
              called(steps.getLast()),
              steps.getLast().at("outcome").text());
    }
    if (!endedFor().isEmpty()) {
      return "%s is %s: %s".formatted(name, pod.at("status", "reason").text(), endedFor());
    }
    return isReady()
        ? name + " is ready and waits for nothing."
        : unready().isEmpty()
            ? "%s is %s and waits for nothing.".formatted(name, PodStatusText.of(pod))
            : "%s is %s; not ready: %s.".formatted(name, PodStatusText.of(pod), unready());
  }

  /** Why somebody else has ended the pod; empty when nobody has. */
  private String endedFor() {
    Json status = pod.at("status");
    boolean ended = status.at("phase").text().equals("Failed");
    return ended && !status.at("reason").text().isEmpty()
        ? status.at("message").text().strip()
        : "";
  }

  private boolean isReady() {
    return pod.at("status", "conditions").items().stream()
        .anyMatch(c -> c.at("type").text().equals("Ready") && c.at("status").text().equals("True"));
  }

  private String unready() {
    return pod.at("status", "containerStatuses").items().stream()
        .filter(s -> !s.at("ready").isTrue() && !s.at("state", "terminated").isPresent())
        .map(s -> s.at("name").text())
        .collect(Collectors.joining(", "));
  }

  private static String called(Json step) {
    String detail = step.at("detail").text();
    return step.at("what").text() + (detail.isEmpty() ? "" : " " + detail);
  }

  private static String steps(List<Json> steps) {
    Instant first = Instant.parse(steps.getFirst().at("start").text());
    Table table = new Table("AT", "TOOK", "STEP", "DETAIL", "WAITED FOR", "OUTCOME");
    for (Json step : steps) {
      Instant start = Instant.parse(step.at("start").text());
      String end = step.at("end").text();
      String outcome = step.at("outcome").text();
      table.add(
          List.of(
              HumanDuration.offset(Duration.between(first, start)),
              end.isEmpty() ? "…" : HumanDuration.took(Duration.between(start, Instant.parse(end))),
              step.at("what").text(),
              step.at("detail").text(),
              step.at("waitedFor").text(),
              end.isEmpty() ? "running" : outcome.isEmpty() ? "ok" : outcome));
    }
    return table.render();
  }

  private String events(List<Json> events) {
    Table table = new Table("AGE", "TYPE", "REASON", "COUNT", "MESSAGE");
    for (Json event : events) {
      Duration age = Duration.between(Instant.parse(event.at("time").text()), now);
      table.add(
          List.of(
              HumanDuration.age(age),
              event.at("type").text(),
              event.at("reason").text(),
              event.at("count").text("1"),
              event.at("message").text()));
    }
    return table.render();
  }
}
