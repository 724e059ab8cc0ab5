package dev.jubelet.cli;

import dev.jubelet.app.RunManifest;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the command in this process and keeps what it prints. */
public final class CommandLineTester {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err =
      new ByteArrayOutputStream() {
        @Override
        public synchronized void write(byte[] bytes, int from, int count) {
          super.write(bytes, from, count);
          if (!awaited.isEmpty() && toString(StandardCharsets.UTF_8).contains(awaited)) {
            awaited = "";
            reaction.run();
          }
        }
      };
  private String awaited = "";
  private Runnable reaction = () -> {};
  private String input = "";
  private AgentStarter starter = new NoAgent();

  static final class NoAgent implements AgentStarter {
    @Override
    public Started start(Path directory, String endpoint) {
      throw new CliException(CliException.Kind.NO_AGENT, "no agent on " + endpoint);
    }

    @Override
    public void endLeftovers(Path directory, String endpoint, List<RunManifest.RunPod> pods) {
      throw new CliException(CliException.Kind.FAILED, "no runtime on " + endpoint);
    }
  }

  public CommandLineTester withInput(String text) {
    input = text;
    return this;
  }

  public CommandLineTester withStarter(AgentStarter other) {
    starter = other;
    return this;
  }

  /** Does something once when this has been printed to the error stream. */
  public CommandLineTester whenPrinted(String text, Runnable then) {
    awaited = text;
    reaction = then;
    return this;
  }

  public int run(String... arguments) {
    try (SystemTimers timers = new SystemTimers()) {
      Context context =
          new Context(
              new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8),
              timers,
              starter);
      return Main.run(context, new FailureReport(context.err(), Map.of()), arguments);
    }
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
