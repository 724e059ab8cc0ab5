package dev.jubelet.testing.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A script of the source tree that starts real components, which people use too: one implementation
 * of each for all.
 */
enum LabScript {
  CONTAINERD("containerd"),
  CONTROL_PLANE("control-plane"),
  CRICTL("crictl");

  private final Path path;

  LabScript(String name) {
    this.path = Path.of("hack", name);
  }

  LabCommand.Outcome call(String... arguments) {
    return LabCommand.run(command(arguments));
  }

  /** Does it, or fails in the script's own words. */
  void require(String... arguments) {
    call(arguments).orThrow(command(arguments));
  }

  /** The reason why this machine cannot run it, in words for a person; empty when it can. */
  Optional<String> missing(String... arguments) {
    List<String> all = new ArrayList<>(List.of("can"));
    all.addAll(List.of(arguments));
    LabCommand.Outcome outcome = call(all.toArray(String[]::new));
    return outcome.exitCode() == 0
        ? Optional.empty()
        : Optional.of((outcome.output() + outcome.errors()).strip());
  }

  /** Its {@code key=value} lines. */
  Map<String, String> describe(String... arguments) {
    List<String> command = command(arguments);
    Map<String, String> values = new TreeMap<>();
    LabCommand.run(command)
        .orThrow(command)
        .lines()
        .map(line -> line.split("=", 2))
        .forEach(pair -> values.put(pair[0], pair[1]));
    return values;
  }

  List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(SourceTree.executable(path).toString());
    command.addAll(List.of(arguments));
    return command;
  }
}
