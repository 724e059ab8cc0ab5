package dev.jubelet.it.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A row of the table of stages in ARCHITECTURE.md that names a package of {@code pod/}.
 *
 * @param uses the stages that it may import
 */
record StageRow(String name, boolean pure, Set<String> uses) {
  private static final Path MAP = Path.of("..", "ARCHITECTURE.md");
  private static final Pattern ROW =
      Pattern.compile("\\| \\d+ \\| `pod/(\\w+)` \\|.*\\| (yes|no) \\| ([^|]+) \\|");

  static List<StageRow> ofMap() {
    try (Stream<String> lines = Files.lines(MAP)) {
      return lines.map(ROW::matcher).filter(Matcher::matches).map(StageRow::of).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StageRow of(Matcher row) {
    Set<String> uses =
        Stream.of(row.group(3).split(",", -1))
            .map(String::strip)
            .filter(name -> !name.equals("–"))
            .collect(Collectors.toSet());
    return new StageRow(row.group(1), row.group(2).equals("yes"), uses);
  }
}
