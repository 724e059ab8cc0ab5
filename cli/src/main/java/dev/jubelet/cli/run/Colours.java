package dev.jubelet.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Whether to write in colours. */
final class Colours {
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  private Colours() {}

  static boolean onStandardOutput() {
    return areWanted(System.getenv()) && isTerminal(STANDARD_OUTPUT);
  }

  /** See no-color.org. */
  static boolean areWanted(Map<String, String> environment) {
    return environment.getOrDefault("NO_COLOR", "").isEmpty()
        && !environment.getOrDefault("TERM", "").equals("dumb");
  }

  static boolean isTerminal(Path descriptor) {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      return file.startsWith("/dev/pts/")
          || file.startsWith("/dev/tty")
          || file.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }
}
