package dev.jubelet.it.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.node.Distribution;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.time.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs to their end and returns what they printed. */
final class Commands {
  private static final Duration PATIENCE = Patience.of(Duration.ofSeconds(60));

  private Commands() {}

  /** The people's command on this node. */
  static String jubelet(TestNode node, String... arguments) {
    List<String> command = new ArrayList<>(List.of(Distribution.jubelet().toString()));
    command.addAll(List.of(arguments));
    command.add("--root-dir=" + node.root());
    return run(command.toArray(String[]::new));
  }

  static String run(String... command) {
    try {
      Path out = Files.createTempFile("jubelet-it", ".txt");
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
            .as(List.of(command).toString())
            .isTrue();
        String said = Files.readString(out);
        assertThat(process.exitValue()).as(said).isZero();
        return said;
      } finally {
        Files.delete(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
