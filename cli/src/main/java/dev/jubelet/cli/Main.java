package dev.jubelet.cli;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.cli.command.AgentOptions;
import dev.jubelet.cli.command.CompletionCommand;
import dev.jubelet.cli.command.CompletionWordsCommand;
import dev.jubelet.cli.command.ConfigCommand;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.command.EmbeddedStarter;
import dev.jubelet.cli.command.ExecCommand;
import dev.jubelet.cli.command.ExplainCommand;
import dev.jubelet.cli.command.ImagesCommand;
import dev.jubelet.cli.command.LoadCommand;
import dev.jubelet.cli.command.LogsCommand;
import dev.jubelet.cli.command.PodsCommand;
import dev.jubelet.cli.command.ProblemsCommand;
import dev.jubelet.cli.command.PullCommand;
import dev.jubelet.cli.command.VersionCommand;
import dev.jubelet.cli.run.RunCommand;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;

/** The CLI's process: {@code jubelet}. */
public final class Main {
  /** The command without a subcommand: prints its usage. */
  @Command(
      name = "jubelet",
      description = "Look at the pods and images of the local agent, and run pods on it.",
      synopsisSubcommandLabel = "COMMAND")
  static final class Root {
    @Mixin private final AgentOptions agent = new AgentOptions();
  }

  private Main() {}

  public static void main(String[] arguments) {
    FailureReport failures = new FailureReport(System.err, System.getenv());
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> failures.report(e));
    int code;
    try (SystemTimers timers = new SystemTimers()) {
      code =
          run(
              new Context(
                  System.in, CommandOutput.standard(), System.err, timers, new EmbeddedStarter()),
              failures,
              arguments);
    } catch (RuntimeException | Error e) {
      code = failures.report(e);
    }
    System.exit(code);
  }

  /** Runs a command line and returns its exit code. */
  static int run(Context context, FailureReport failures, String... arguments) {
    CommandLine command = commandLine(context);
    command.setExecutionExceptionHandler((e, failed, parsed) -> failures.report(e));
    try {
      if (arguments.length == 0) {
        command.usage(context.err());
        return CommandLine.ExitCode.USAGE;
      }
      int code = command.execute(ExecCommand.marked(arguments));
      context.out().flush();
      return code;
    } catch (RuntimeException e) {
      return failures.report(e);
    }
  }

  private static CommandLine commandLine(Context context) {
    Root root = new Root();
    CommandLine command =
        new CommandLine(root)
            .addSubcommand(new PodsCommand(context))
            .addSubcommand(new LogsCommand(context))
            .addSubcommand(new ExecCommand(context))
            .addSubcommand(new ExplainCommand(context))
            .addSubcommand(new ProblemsCommand(context))
            .addSubcommand(new ImagesCommand(context))
            .addSubcommand(new PullCommand(context))
            .addSubcommand(new LoadCommand(context))
            .addSubcommand(new RunCommand(context))
            .addSubcommand(new ConfigCommand(context))
            .addSubcommand(new VersionCommand(context))
            .addSubcommand(new CompletionCommand(context))
            .addSubcommand(new CompletionWordsCommand(context));
    addStandardOptions(command);
    command.getSubcommands().values().forEach(Main::addStandardOptions);
    // What stands before the subcommand holds for it, unless it is said again behind it.
    command.setDefaultValueProvider(
        argument ->
            argument instanceof OptionSpec option && option.command().userObject() != root
                ? root.agent.value(option.longestName())
                : null);
    command.setOut(new PrintWriter(context.out(), false, StandardCharsets.UTF_8));
    command.setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8));
    return command;
  }

  private static void addStandardOptions(CommandLine command) {
    command.getCommandSpec().mixinStandardHelpOptions(true);
    command.getCommandSpec().versionProvider(() -> new String[] {VersionCommand.own()});
  }
}
