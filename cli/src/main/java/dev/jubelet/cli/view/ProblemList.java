package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The text of {@code jubelet problems}; pure. */
public final class ProblemList {
  private ProblemList() {}

  public static String render(List<Json> problems, Instant now) {
    if (problems.isEmpty()) {
      return "No problems.\n";
    }
    StringBuilder text = new StringBuilder();
    for (Json problem : problems) {
      text.append(text.isEmpty() ? "" : "\n");
      text.append(problem.at("source").text());
      text.append(" (").append(problem.at("kind").text()).append(since(problem, now)).append(")\n");
      text.append("  ").append(oneLine(problem.at("reason").text())).append('\n');
      text.append("  To do: ").append(oneLine(problem.at("advice").text())).append('\n');
    }
    return text.toString();
  }

  private static String since(Json problem, Instant now) {
    String time = problem.at("time").text();
    return time.isEmpty()
        ? ""
        : ", since " + HumanDuration.age(Duration.between(Instant.parse(time), now));
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", "; ");
  }
}
