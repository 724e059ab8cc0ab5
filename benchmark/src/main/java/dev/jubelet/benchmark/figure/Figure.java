package dev.jubelet.benchmark.figure;

import dev.jubelet.benchmark.report.Row;
import java.util.List;

/** Something that can be measured on its own. */
public interface Figure {

  /** Measures it; leaves the node without pods other than the crowd. */
  List<Row> measure(Bench bench);

  /** What the values of its rows stand beside. */
  default String yardstick() {
    return "floor";
  }
}
