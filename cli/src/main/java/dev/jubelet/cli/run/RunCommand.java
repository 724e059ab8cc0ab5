package dev.jubelet.cli.run;

import dev.jubelet.cli.command.AgentOptions;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.http.AgentClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code jubelet run}. */
@Command(
    name = "run",
    description = "Run a pod's manifest and show how it comes up; Ctrl-C ends it.",
    mixinStandardHelpOptions = true)
public final class RunCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private final AgentOptions agent = new AgentOptions();

  @Parameters(paramLabel = "FILE", description = "The manifest; - for the standard input.")
  private String file = "";

  @Option(
      names = "--once",
      description =
          "Wait for the pod's end and exit with the code of the first failed container, or 0.")
  private boolean once;

  @Option(
      names = "--container-runtime-endpoint",
      paramLabel = "URL",
      defaultValue = "unix:///run/containerd/containerd.sock",
      description =
          "The runtime to use when no agent answers and one is started for the run"
              + " (${DEFAULT-VALUE}).")
  private String runtimeEndpoint = "unix:///run/containerd/containerd.sock";

  public RunCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Manifest manifest = Manifest.read(file, read(), once);
    AgentClient client = new AgentClient(agent.path());
    if (client.isAlive()) {
      return run(client, manifest);
    }
    try (AgentStarter.Started started = context.starter().start(runtimeEndpoint)) {
      return run(new AgentClient(started.socket()), manifest);
    }
  }

  private String read() throws IOException {
    return file.equals("-")
        ? new String(context.in().readAllBytes(), StandardCharsets.UTF_8)
        : Files.readString(Path.of(file));
  }

  /** A signal makes the run end in order; the process waits for that. */
  private int run(AgentClient client, Manifest manifest) throws IOException, InterruptedException {
    PodRun run = new PodRun(context, client, manifest, once);
    CountDownLatch ended = new CountDownLatch(1);
    Thread onSignal =
        Thread.ofPlatform()
            .unstarted(
                () -> {
                  run.stop();
                  awaitUninterrupted(ended);
                });
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      int code = run.run();
      Runtime.getRuntime().removeShutdownHook(onSignal);
      return code;
    } catch (IllegalStateException e) {
      // The process is ending already, by the signal that ended the run.
      return 0;
    } finally {
      ended.countDown();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
