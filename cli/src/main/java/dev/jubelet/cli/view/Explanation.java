package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The text of {@code jubelet explain}: how the pod is and why, the last lines of what crashed, then
 * all steps and events; pure.
 *
 * @param lastLines of the containers' logs, by container, where something has ended
 */
public record Explanation(
    Json pod, Json history, Map<String, List<String>> lastLines, Instant now) {

  public String render() {
    return render(new Headline(pod, history, lastLines, now).text());
  }

  /** Of a pod that is no longer here. */
  public String renderGone() {
    return render(new Headline(pod, history, lastLines, now).textOfGone());
  }

  private String render(String headline) {
    StringBuilder text = new StringBuilder(headline).append('\n');
    ContainerView.all(pod).forEach(container -> text.append(lastLines(container)));
    List<Json> steps = history.at("steps").items();
    if (!steps.isEmpty()) {
      text.append('\n').append(steps(steps));
    }
    if (history.at("dropped").number() > 0) {
      text.append("(").append(history.at("dropped").number()).append(" older steps dropped)\n");
    }
    List<Json> events = history.at("events").items();
    if (!events.isEmpty()) {
      text.append("\nEvents\n").append(events(events));
    }
    return text.toString();
  }

  private String lastLines(ContainerView container) {
    List<String> lines = lastLines.getOrDefault(container.name(), List.of());
    if (lines.isEmpty()) {
      return "";
    }
    String ago = container.lastEnd().ago(now);
    StringBuilder text = new StringBuilder();
    text.append("\nLast lines of container ").append(container.name());
    text.append(", which ended with ").append(container.lastEnd().code());
    text.append(ago.isEmpty() ? "" : " " + ago).append('\n');
    lines.forEach(line -> text.append("  ").append(line).append('\n'));
    return text.toString();
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
              waitedFor(step, first),
              end.isEmpty() ? "running" : outcome.isEmpty() ? "ok" : outcome));
    }
    return table.render();
  }

  private static String waitedFor(Json step, Instant first) {
    String until = step.at("until").text();
    String what = step.at("waitedFor").text();
    return until.isEmpty() || what.isEmpty()
        ? what
        : what + " until " + HumanDuration.offset(Duration.between(first, Instant.parse(until)));
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
