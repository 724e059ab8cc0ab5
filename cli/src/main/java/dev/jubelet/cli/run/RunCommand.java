package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest;
import dev.jubelet.base.GoDuration;
import dev.jubelet.cli.command.AgentOptions;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jubelet run}. */
@Command(
    name = "run",
    description = "Run a manifest and show how its pods come up; Ctrl-C ends them.",
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
  private static final String RUNTIME = "unix:///run/containerd/containerd.sock";
  private static final String STATE = "/run/jubelet/runs";

  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(paramLabel = "FILE", description = "The manifest; - for the standard input.")
  private String file = "";

  @Option(
      names = "--once",
      description =
          "Wait for the end of the pods and exit with the code of the first failed container, or"
              + " 0.")
  private boolean once;

  @Option(
      names = {"-q", "--quiet"},
      description = "Show neither the steps of the pods nor what their containers print.")
  private boolean quiet;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      description =
          "Exit with 124 unless the pods are ready, or with --once have ended, within that time;"
              + " like 30s, 5m or 1h30m.")
  private @Nullable String timeout;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "URL",
      defaultValue = RUNTIME,
      description =
          "The runtime to use when no agent answers and one is started for the run"
              + " (${DEFAULT-VALUE}).")
  private String runtimeEndpoint = RUNTIME;

  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      defaultValue = STATE,
      description = "Where runs keep their files and find those of killed ones (${DEFAULT-VALUE}).")
  private String stateDir = STATE;

  public RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    PodRun.Manner manner =
        new PodRun.Manner(once, quiet, Colours.onStandardOutput(), parse(timeout));
    RunManifest manifest = read();
    manifest.warnings().forEach(text -> context.err().println("warning: " + file + ": " + text));
    RunRecords records = new RunRecords(Path.of(stateDir));
    try (EndSignals signals = EndSignals.listen()) {
      new EarlierRuns(records, context.starter(), context.err()).end();
      try (RunRecords.Held record = records.begin()) {
        try {
          return signals.count() > 0 ? signals.exitCode() : run(record, signals, manifest, manner);
        } finally {
          record.forget();
        }
      }
    } catch (AccessDeniedException e) {
      throw new CliException(
          CliException.Kind.FAILED,
          "no permission to use " + e.getFile() + ": run it as root, or name another --state-dir",
          e);
    }
  }

  /** On the agent that answers, or on one of its own. */
  private int run(
      RunRecords.Held record, EndSignals signals, RunManifest manifest, PodRun.Manner manner)
      throws IOException, InterruptedException {
    AgentClient client = new AgentClient(agent.path());
    if (client.isAlive()) {
      PodRun run = new PodRun(context, client, signals, manifest, manner);
      record.write(RunRecords.RunRecord.of(file, manifest.pods(), run.copy(), null));
      return run.run();
    }
    record.write(RunRecords.RunRecord.of(file, manifest.pods(), null, runtimeEndpoint));
    try (AgentStarter.Started started =
        context.starter().start(record.directory(), runtimeEndpoint)) {
      AgentClient own = new AgentClient(started.socket());
      return new PodRun(context, own, signals, manifest, manner).run();
    }
  }

  private RunManifest read() {
    try {
      byte[] bytes =
          file.equals("-") ? context.in().readAllBytes() : Files.readAllBytes(Path.of(file));
      return RunManifest.read(bytes, once, () -> UUID.randomUUID().toString());
    } catch (IOException e) {
      String why =
          switch (e) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(e.getMessage());
          };
      throw new CliException(
          CliException.Kind.USAGE, "cannot read " + file + ": " + why.toLowerCase(Locale.ROOT), e);
    } catch (IllegalArgumentException e) {
      throw new CliException(CliException.Kind.USAGE, file + ": " + e.getMessage(), e);
    }
  }

  private static @Nullable Duration parse(@Nullable String text) {
    try {
      return text == null ? null : GoDuration.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CliException(
          CliException.Kind.USAGE, "--timeout \"" + text + "\" is not like 30s, 5m or 1h30m", e);
    }
  }
}
