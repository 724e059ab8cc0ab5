package dev.jubelet.testing.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(locate().toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** Tests run in a module's directory; the script is in the tree above. */
  private static Path locate() {
    for (@Nullable Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.isExecutable(at.resolve(PATH))) {
        return at.resolve(PATH);
      }
    }
    throw new LabException("no " + PATH + " above " + Path.of("").toAbsolutePath());
  }
}
