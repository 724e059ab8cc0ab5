package dev.jubelet.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines and columns as text, the first column to the left and the others to the right. */
public final class Table {
  private final List<String> header;
  private final List<List<String>> lines = new ArrayList<>();

  public Table(String... header) {
    this.header = List.of(header);
  }

  /** {@code yardstick} is what the values stand beside. */
  public static Table ofRows(List<Row> rows, String yardstick) {
    Table table = new Table("figure", "n", "measured", yardstick, "ratio", "target", "verdict");
    rows.forEach(row -> table.lines.add(row.cells()));
    return table;
  }

  public void add(String... cells) {
    if (cells.length != header.size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.length, header.size()));
    }
    lines.add(List.of(cells));
  }

  /** In the form of Markdown, so that it can be pasted into a page. */
  public String text() {
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < header.size(); column++) {
      widths.add(width(column));
    }
    List<String> rule = widths.stream().map("-"::repeat).collect(Collectors.toList());
    for (int column = 1; column < rule.size(); column++) {
      rule.set(column, "-".repeat(widths.get(column) - 1) + ":");
    }
    StringBuilder text = new StringBuilder();
    text.append(line(header, widths)).append(line(rule, widths));
    lines.forEach(cells -> text.append(line(cells, widths)));
    return text.toString();
  }

  private int width(int column) {
    int width = Math.max(2, header.get(column).length());
    for (List<String> cells : lines) {
      width = Math.max(width, cells.get(column).length());
    }
    return width;
  }

  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder("|");
    for (int column = 0; column < cells.size(); column++) {
      String cell = cells.get(column);
      String room = " ".repeat(widths.get(column) - cell.length());
      line.append(' ').append(column == 0 ? cell + room : room + cell).append(" |");
    }
    return line.append('\n').toString();
  }
}
