package dev.jubelet.cli.run;

import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Turns looks at a pod into lines, each step once, when it has ended.
 *
 * <p>Thread: one. Owns: what was shown.
 */
final class Progress {
  /** What happens to every pod of an agent without a cluster, or is told as a container's state. */
  private static final Set<String> USUAL = Set.of("MissingClusterDNS", "BackOff", "Failed");

  private final Instant began;
  private final String name;
  private final Set<String> shown = new HashSet<>();

  /**
   * @param name of the pod, where there are several
   */
  Progress(Instant began, String name) {
    this.began = began;
    this.name = name;
  }

  /** The new lines since the last look. */
  List<String> look(Json pod, Json history, Instant now) {
    List<String> lines = new ArrayList<>();
    for (Json step : history.at("steps").items()) {
      String end = step.at("end").text();
      String identity = step.at("start").text() + step.at("what").text() + step.at("detail").text();
      if (!end.isEmpty() && shown.add(identity)) {
        lines.add(line(Instant.parse(end), words(step)));
      }
    }
    Stream.concat(warnings(history), Waiting.of(pod).stream())
        .filter(shown::add)
        .forEach(words -> lines.add(line(now, words)));
    if (lines.isEmpty() && isReady(pod) && shown.add("ready")) {
      lines.add(line(now, "ready at " + pod.at("status", "podIP").text("no address")));
    }
    return lines;
  }

  private static Stream<String> warnings(Json history) {
    return history.at("events").items().stream()
        .filter(event -> event.at("type").text().equals("Warning"))
        .filter(event -> !USUAL.contains(event.at("reason").text()))
        .map(event -> event.at("reason").text() + ": " + event.at("message").text());
  }

  private static String words(Json step) {
    Instant start = Instant.parse(step.at("start").text());
    Duration took = Duration.between(start, Instant.parse(step.at("end").text()));
    String detail = step.at("detail").text();
    String outcome = step.at("outcome").text();
    return step.at("what").text()
        + (detail.isEmpty() ? "" : " " + detail)
        + (took.toMillis() == 0 ? "" : " (" + HumanDuration.took(took) + ")")
        + (outcome.isEmpty() ? "" : ": " + outcome);
  }

  private String line(Instant at, String words) {
    Duration offset = Duration.between(began, at);
    return "%10s  %s%s"
        .formatted(
            HumanDuration.offset(offset.isNegative() ? Duration.ZERO : offset),
            name.isEmpty() ? "" : name + ": ",
            words);
  }

  static boolean isReady(Json pod) {
    return pod.at("status", "conditions").items().stream()
        .anyMatch(c -> c.at("type").text().equals("Ready") && c.at("status").text().equals("True"));
  }
}
