package dev.jubelet.it.machine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.testing.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The machine that the tests run on, used as its administrator would. Thread: any. */
final class Machine {
  private static final HostCommands COMMANDS =
      new ProcessCommands(Patience.of(Duration.ofMinutes(1)));
  private static final List<Path> PROGRAMS =
      Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin").map(Path::of).toList();

  private Machine() {}

  /** Skips the test unless all these programs are installed. */
  static void assumePrograms(String... names) {
    for (String name : names) {
      assumeTrue(
          PROGRAMS.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(name))),
          "this machine has no program " + name);
    }
  }

  /** Skips the test unless the kernel has the module, or has it built in. */
  static void assumeModule(String name) {
    assumePrograms("modprobe");
    assumeTrue(succeeds("modprobe", name), "this machine's kernel has no module " + name);
  }

  /** Where the program itself is, whatever stands before it on a path. */
  static Path program(String name) {
    return PROGRAMS.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  static boolean succeeds(String... command) {
    return COMMANDS.run(command).succeeded();
  }

  /** What it prints; it has to succeed. */
  static String run(String... command) {
    HostCommands.Result result = COMMANDS.run(command);
    if (!result.succeeded()) {
      throw new AssertionError(
          "%s ended with %d: %s"
              .formatted(String.join(" ", command), result.status(), result.output()));
    }
    return result.output();
  }

  /** Whatever it says, and however it ends. */
  static String ask(String... command) {
    return COMMANDS.run(command).output();
  }

  /** Whether a process runs whose command line has all these words. */
  static boolean hasProcess(String... words) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .anyMatch(line -> Arrays.stream(words).allMatch(line::contains));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
