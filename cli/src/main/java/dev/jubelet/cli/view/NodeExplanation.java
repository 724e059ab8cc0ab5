package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.util.List;

/** The text of {@code jubelet explain node}: what the node is short of, and who goes next; pure. */
public final class NodeExplanation {
  private NodeExplanation() {}

  public static String render(Json node) {
    List<Json> conditions = node.at("conditions").items();
    StringBuilder text = new StringBuilder();
    text.append(
        conditions.isEmpty()
            ? "The node is short of nothing.\n"
            : "The node has "
                + String.join(", ", conditions.stream().map(Json::text).toList())
                + ".\n");
    signals(node.at("signals").items(), text);
    next(node.at("next").items(), text);
    return text.toString();
  }

  private static void signals(List<Json> signals, StringBuilder text) {
    if (signals.isEmpty()) {
      return;
    }
    Table table = new Table("SIGNAL", "AVAILABLE", "CAPACITY", "THRESHOLD", "GRACE", "STATE");
    for (Json signal : signals) {
      String available = signal.at("available").text();
      table.add(
          List.of(
              signal.at("signal").text(),
              available.isEmpty() ? "unknown" : available,
              signal.at("capacity").text(),
              signal.at("threshold").text(),
              signal.at("grace").text(),
              signal.at("met").isTrue() ? "below" : "ok"));
    }
    text.append('\n').append(table.render());
  }

  private static void next(List<Json> next, StringBuilder text) {
    if (next.isEmpty()) {
      return;
    }
    Table table = new Table("RESOURCE", "PLACE", "POD", "WHY");
    for (Json row : next) {
      table.add(
          List.of(
              row.at("resource").text(),
              row.at("place").text(),
              row.at("pod").text(),
              row.at("why").text()));
    }
    text.append("\nWould be evicted first\n").append(table.render());
  }
}
