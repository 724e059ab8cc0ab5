package dev.jubelet.cli.run;

import dev.jubelet.cli.http.Json;
import dev.jubelet.cli.view.HumanDuration;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Turns looks at a pod into lines, each step once, when it has ended.
 *
 * <p>Thread: one. Owns: what was shown.
 */
final class Progress {
  private final Instant began;
  private final Set<String> shown = new HashSet<>();

  Progress(Instant began) {
    this.began = began;
  }

  /** The new lines since the last look. */
  List<String> look(Json pod, Json history, Instant now) {
    List<String> lines = new ArrayList<>();
    for (Json step : history.at("steps").items()) {
      String end = step.at("end").text();
      if (Instant.parse(step.at("start").text()).isBefore(began)) {
        // Of an earlier pod of this name.
        continue;
      }
      String identity = step.at("start").text() + step.at("what").text() + step.at("detail").text();
      if (!end.isEmpty() && shown.add(identity)) {
        lines.add(line(Instant.parse(end), words(step)));
      }
    }
    if (lines.isEmpty() && isReady(pod) && shown.add("ready")) {
      lines.add(line(now, "ready at " + pod.at("status", "podIP").text("no address")));
    }
    return lines;
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
    return "%10s  %s"
        .formatted(HumanDuration.offset(offset.isNegative() ? Duration.ZERO : offset), words);
  }

  private static boolean isReady(Json pod) {
    return pod.at("status", "conditions").items().stream()
        .anyMatch(c -> c.at("type").text().equals("Ready") && c.at("status").text().equals("True"));
  }
}
