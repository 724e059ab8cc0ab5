package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The table of {@code jubelet pods}; pure. */
public final class PodTable {
  private PodTable() {}

  public static String render(List<Json> pods, boolean wide, Instant now) {
    Table table =
        wide
            ? new Table(
                "NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "UID")
            : new Table("NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP");
    pods.stream()
        .sorted(Comparator.comparing(PodTable::key))
        .forEach(pod -> table.add(row(pod, wide, now)));
    return table.render();
  }

  private static String key(Json pod) {
    return pod.at("metadata", "namespace").text() + "/" + pod.at("metadata", "name").text();
  }

  private static List<String> row(Json pod, boolean wide, Instant now) {
    PodCounts counts = PodCounts.of(pod);
    List<String> row = new ArrayList<>();
    row.add(pod.at("metadata", "namespace").text("default"));
    row.add(pod.at("metadata", "name").text());
    row.add(counts.ready() + "/" + counts.containers());
    row.add(PodStatusText.of(pod));
    row.add(Long.toString(counts.restarts()));
    row.add(age(pod, now));
    row.add(pod.at("status", "podIP").text("<none>"));
    if (wide) {
      row.add(pod.at("spec", "nodeName").text("<none>"));
      row.add(pod.at("metadata", "uid").text("<none>"));
    }
    return row;
  }

  private static String age(Json pod, Instant now) {
    String created =
        pod.at("metadata", "creationTimestamp").text(pod.at("status", "startTime").text());
    return created.isEmpty()
        ? "<unknown>"
        : HumanDuration.age(Duration.between(Instant.parse(created), now));
  }
}
