package dev.jubelet.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

  @Test
  void columnsAreAsWideAsTheirWidestCell() {
    Table table = new Table("part", "kB");
    table.add("grpc", "12345");
    table.add("a long name", "1");

    assertThat(table.text())
        .isEqualTo(
            """
            | part        |    kB |
            | ----------- | ----: |
            | grpc        | 12345 |
            | a long name |     1 |
            """);
  }

  @Test
  void aFigureStandsBesideItsFloorAndTarget() {
    Row row =
        new Row(
            "start p50",
            100,
            Quantity.of(Duration.ofMillis(180)),
            Quantity.of(Duration.ofMillis(150)),
            new Target.TimesFloor(1.2));

    assertThat(Table.ofRows(List.of(row), "floor").text())
        .contains("| start p50 | 100 |   180 ms | 150 ms |  1.20 | ≤ 1.2 × |     met |");
  }

  @Test
  void aLineOfAnotherLengthIsRefused() {
    Table table = new Table("one", "two");

    assertThatThrownBy(() -> table.add("one"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("1 cells for 2 columns");
  }
}
