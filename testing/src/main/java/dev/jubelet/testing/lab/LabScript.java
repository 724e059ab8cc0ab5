package dev.jubelet.testing.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code hack/containerd} of the source tree, which {@code ./run} uses too: one implementation of
 * the private containerd for all.
 */
final class LabScript {
  private static final Path PATH = Path.of("hack", "containerd");

  private LabScript() {}

  static LabCommand.Outcome call(String... arguments) {
    return LabCommand.run(command(arguments));
  }

  /** Its {@code key=value} lines. */
  static Map<String, String> describe(String... arguments) {
    List<String> command = command(arguments);
    Map<String, String> values = new TreeMap<>();
    LabCommand.run(command)
        .orThrow(command)
        .lines()
        .map(line -> line.split("=", 2))
        .forEach(pair -> values.put(pair[0], pair[1]));
    return values;
  }

  static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(SourceTree.executable(PATH).toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
