package dev.jubelet.benchmark;

import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;
import dev.jubelet.benchmark.figure.Bench;
import dev.jubelet.benchmark.figure.Figure;
import dev.jubelet.benchmark.footprint.Footprint;
import dev.jubelet.benchmark.report.Row;
import dev.jubelet.benchmark.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the figures that were asked for and prints them; progress goes to the error output. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  private static int run(List<String> arguments) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      say(String.valueOf(e.getMessage()));
      return 2;
    }
    String loadBefore = Machine.load();
    try (Lab lab = new Lab(options.containerd())) {
      Runtime.getRuntime().addShutdownHook(new Thread(lab::close, "bench-close"));
      try {
        measure(options, lab, loadBefore);
        return 0;
      } catch (RuntimeException e) {
        if (lab.isClosed()) {
          return 130; // interrupted: whatever was under way failed because of that
        }
        throw e;
      }
    }
  }

  private static void measure(Options options, Lab lab, String loadBefore) {
    Bench bench = lab.bench(options.scale(), Main::say);
    VersionResponse runtime = bench.node().cri().version(VersionRequest.getDefaultInstance());
    String containerd = runtime.getRuntimeName() + " " + runtime.getRuntimeVersion();
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    try {
      for (Figure figure : options.figures()) {
        rows.computeIfAbsent(figure.yardstick(), _ -> new ArrayList<>())
            .addAll(figure.measure(bench));
      }
    } finally {
      // What was measured is told also when the next figure fails.
      System.out.println(Machine.describe(containerd));
      System.out.println("load average: %s before, %s after".formatted(loadBefore, Machine.load()));
      rows.forEach(Main::print);
    }
    System.out.println(
        "calls of the agent for a pod: " + String.join(" ", bench.floor().template().calls()));
    if (options.footprint()) {
      System.out.println("\n" + Footprint.measure(bench));
    }
  }

  private static void print(String yardstick, List<Row> rows) {
    if (!rows.isEmpty()) {
      System.out.println("\n" + Table.ofRows(rows, yardstick).text());
    }
  }

  private static void say(String text) {
    System.err.println("bench: " + text);
  }
}
