package dev.jubelet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class FailureReportTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int report(Throwable e, Map<String, String> environment) {
    return new FailureReport(new PrintStream(err, true, StandardCharsets.UTF_8), environment)
        .report(e);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(new CliException(CliException.Kind.NOT_FOUND, "no pod"), 4, "no pod"),
        Arguments.of(
            new NoSuchFileException("nofile.yaml"), 1, "cannot read nofile.yaml: no such file"),
        Arguments.of(
            new AccessDeniedException("a.yaml"), 1, "cannot read a.yaml: permission denied"),
        Arguments.of(new IOException("broken"), 1, "broken"),
        Arguments.of(
            new IllegalStateException("odd"),
            1,
            "internal error: java.lang.IllegalStateException: odd; set JUBELET_DEBUG=1 to see"
                + " where"),
        Arguments.of(
            new IOException(),
            1,
            "internal error: java.io.IOException; set JUBELET_DEBUG=1 to see where"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aFailureIsOneLine(Throwable e, int code, String line) {
    assertThat(report(e, Map.of())).isEqualTo(code);
    assertThat(err()).isEqualTo("jubelet: " + line + "\n");
  }

  @Test
  void whoeverLooksForTheReasonCanHaveItAll() {
    report(new IllegalStateException("odd"), Map.of("JUBELET_DEBUG", "1"));

    assertThat(err()).contains("\tat dev.jubelet.cli.FailureReportTest");
  }

  /** An output that fails with the system's words. */
  private static final class Failing extends OutputStream {
    private final String words;

    Failing(String words) {
      this.words = words;
    }

    @Override
    public void write(int b) throws IOException {
      throw new IOException(words);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Broken pipe, 141, ''",
    "No space left on device, 1, jubelet: cannot write the output: No space left on device"
  })
  void anOutputThatFailsEndsTheCommand(
      String words, int code, String line, @TempDir Path directory) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    try (SystemTimers timers = new SystemTimers();
        StubAgent agent = new StubAgent(directory)) {
      agent.pods.add(TestPods.running("default", "web-node1"));
      for (String command : new String[] {"pods", "problems", "version"}) {
        Context context =
            new Context(
                InputStream.nullInputStream(),
                CommandOutput.to(new Failing(words)),
                errors,
                timers,
                new CommandLineTester.NoAgent());
        err.reset();

        assertThat(
                Main.run(
                    context,
                    new FailureReport(errors, Map.of()),
                    command,
                    "--socket=" + agent.socket()))
            .isEqualTo(code);
        assertThat(err().stripTrailing()).isEqualTo(line);
      }
    }
  }
}
