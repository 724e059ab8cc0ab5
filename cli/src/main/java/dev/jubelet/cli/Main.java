package dev.jubelet.cli;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.cli.command.ConfigCommand;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.command.EmbeddedStarter;
import dev.jubelet.cli.command.ExecCommand;
import dev.jubelet.cli.command.ExplainCommand;
import dev.jubelet.cli.command.LogsCommand;
import dev.jubelet.cli.command.PodsCommand;
import dev.jubelet.cli.command.VersionCommand;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.run.RunCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The people's command. */
public final class Main {
  /** The command without a subcommand: prints its usage. */
  @Command(
      name = "jubelet",
      description = "Look at the local agent and run pods on it.",
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND")
  static final class Root {}

  private Main() {}

  public static void main(String[] arguments) {
    int code;
    try (SystemTimers timers = new SystemTimers()) {
      code =
          run(
              new Context(System.in, System.out, System.err, timers, new EmbeddedStarter()),
              arguments);
    }
    System.exit(code);
  }

  /** Runs a command line and returns its exit code. */
  public static int run(Context context, String... arguments) {
    CommandLine command =
        new CommandLine(new Root())
            .addSubcommand(new PodsCommand(context))
            .addSubcommand(new LogsCommand(context))
            .addSubcommand(new ExecCommand(context))
            .addSubcommand(new ExplainCommand(context))
            .addSubcommand(new RunCommand(context))
            .addSubcommand(new ConfigCommand(context))
            .addSubcommand(new VersionCommand(context));
    command.setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8));
    command.setExecutionExceptionHandler((e, failed, parsed) -> explain(context, e));
    if (arguments.length == 0) {
      command.usage(context.err());
      return CommandLine.ExitCode.USAGE;
    }
    return command.execute(arguments);
  }

  private static int explain(Context context, Exception e) throws Exception {
    return switch (e) {
      case CliException known -> {
        context.err().println("jubelet: " + known.getMessage());
        yield known.exitCode();
      }
      case IOException io -> {
        context.err().println("jubelet: " + io.getMessage());
        yield 1;
      }
      default -> throw e;
    };
  }
}
