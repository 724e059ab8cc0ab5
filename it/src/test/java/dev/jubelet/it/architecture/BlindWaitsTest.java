package dev.jubelet.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests wait for events, hand-moved time or quiet lanes. Parking, yielding and spinning are sleep
 * by another name and as banned; who still looks again and again until something is so is listed in
 * {@code blind-waits.txt}, and the list only gets shorter.
 */
final class BlindWaitsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BANNED =
      Pattern.compile(
          "\\bparkNanos\\(|\\bparkUntil\\(|\\bonSpinWait\\(|\\bThread\\.yield\\(|\\bThread\\.sleep\\("
              + "|\\bTimeUnit\\.[A-Z]+\\.sleep\\(");

  @Test
  void noTestSleepsByAnotherName() throws IOException {
    Set<String> waiting = new TreeSet<>(waiting());
    waiting.removeAll(listed());
    assertThat(waiting).as("wait for an event, a timer or a quiet lane instead").isEmpty();
  }

  @Test
  void theListNamesOnlyThoseWhoStillDo() throws IOException {
    Set<String> mended = new TreeSet<>(listed());
    mended.removeAll(waiting());
    assertThat(mended).as("no longer wait blindly; take them off the list").isEmpty();
  }

  private static List<String> listed() throws IOException {
    Path list = ROOT.resolve("it/src/test/resources/blind-waits.txt");
    return Files.readAllLines(list).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  private static Set<String> waiting() throws IOException {
    Set<String> waiting = new TreeSet<>();
    for (Path sources : sourcesOfTests()) {
      try (Stream<Path> files = Files.walk(sources)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.endsWith("BlindWaitsTest.java"))
            .filter(file -> BANNED.matcher(text(file)).find())
            .forEach(file -> waiting.add(ROOT.relativize(file).toString()));
      }
    }
    return waiting;
  }

  private static List<Path> sourcesOfTests() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return Stream.concat(
              modules.map(module -> module.resolve("src/test/java")),
              Stream.of(ROOT.resolve("testing/src/main/java")))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
