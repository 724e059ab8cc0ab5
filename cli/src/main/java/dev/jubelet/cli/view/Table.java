package dev.jubelet.cli.view;

import java.util.ArrayList;
import java.util.List;

/** Rows of text put into columns three blanks apart, without blanks at a line's end. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    rows.add(List.of(heads));
  }

  void add(List<String> row) {
    rows.add(row.stream().map(cell -> cell.strip().replaceAll("\\s*\\R\\s*", " ")).toList());
  }

  String render() {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 3);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
