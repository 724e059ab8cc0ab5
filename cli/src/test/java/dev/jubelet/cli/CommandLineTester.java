package dev.jubelet.cli;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the command in this process and keeps what it prints. */
public final class CommandLineTester {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private String input = "";
  private AgentStarter starter =
      endpoint -> {
        throw new CliException(CliException.Kind.NO_AGENT, "no agent on " + endpoint);
      };

  public CommandLineTester withInput(String text) {
    input = text;
    return this;
  }

  public CommandLineTester withStarter(AgentStarter other) {
    starter = other;
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
      return Main.run(context, arguments);
    }
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
