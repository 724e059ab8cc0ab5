package dev.jubelet.app;

import dev.jubelet.app.config.Problem;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.ParseResult;
import dev.jubelet.app.flags.ProcessEnvironment;
import dev.jubelet.app.logging.LoggingSetup;
import dev.jubelet.app.logging.ProcessLog;
import dev.jubelet.app.logging.Verbosity;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.edge.host.HostFactsReader;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.TreeRemover;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An agent inside another process, for a while: it runs the manifests of a directory on a runtime
 * that may also serve others, leaves their pods alone, and listens on nothing but its local socket.
 *
 * <p>Thread: the caller's. Owns: the agent; the directory is the caller's.
 */
public final class EmbeddedAgent implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String MANIFESTS = "manifests";

  private final Agent agent;

  private EmbeddedAgent(Agent agent) {
    this.agent = agent;
  }

  /**
   * Starts an agent whose files are all below the directory, and whose manifests are read from
   * {@code manifests} in it. Throws with words for people when that is not possible.
   */
  public static EmbeddedAgent start(Path directory, String runtimeEndpoint) {
    Path config = directory.resolve("config.yaml");
    try {
      Files.createDirectories(directory.resolve(MANIFESTS));
      Files.writeString(config, configuration(directory, runtimeEndpoint));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare " + directory, e);
    }
    List<String> arguments =
        List.of(
            "--config=" + config,
            "--root-dir=" + directory.resolve("root"),
            "--cert-dir=" + directory.resolve("pki"));
    return switch (KubeletOptions.parse(arguments, ProcessEnvironment.ofProcess())) {
      case ParseResult.Run(KubeletOptions options, List<String> warnings) -> start(options);
      case ParseResult.Fail(List<Problem> problems) ->
          throw new IllegalStateException(
              problems.stream().map(Problem::toString).collect(Collectors.joining("; ")));
      case ParseResult.Print(String text) -> throw new IllegalStateException(text);
    };
  }

  private static EmbeddedAgent start(KubeletOptions options) {
    ProcessLog processLog = LoggingSetup.apply(options.config().logging());
    processLog.verbosity().set(Verbosity.ERRORS_ONLY);
    Agent agent =
        Agent.assemble(
            options,
            new HostFactsReader().read(),
            Agent.Tenancy.OF_A_GUEST,
            processLog,
            (what, cause) -> {
              throw new IllegalStateException(what, cause);
            },
            reason -> {
              throw new IllegalStateException(reason);
            },
            new Lifecycle());
    agent.start();
    return new EmbeddedAgent(agent);
  }

  private static String configuration(Path directory, String runtimeEndpoint) {
    return """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        staticPodPath: %1$s/manifests
        podLogsDir: %1$s/logs/pods
        containerRuntimeEndpoint: "%2$s"
        enableServer: false
        readOnlyPort: 0
        healthzPort: 0
        failCgroupV1: false
        failSwapOn: false
        authentication: {anonymous: {enabled: false}, webhook: {enabled: false}}
        authorization: {mode: AlwaysAllow}
        """
        .formatted(directory, runtimeEndpoint);
  }

  public Path socket() {
    return agent.socket();
  }

  /**
   * Ends what an agent of this directory left when its process died: its pods with a second of
   * grace, their volumes, cgroups and logs. Returns whether nothing is left.
   */
  public static boolean endLeftovers(
      Path directory, String runtimeEndpoint, List<RunManifest.RunPod> pods) {
    try {
      // A pod whose manifest is read would be started again where it is not running.
      TreeRemover.remove(directory, Path.of(MANIFESTS));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the manifests in " + directory, e);
    }
    try (EmbeddedAgent embedded = start(directory, runtimeEndpoint)) {
      for (RunManifest.RunPod pod : pods) {
        embedded.agent.endLeftover(new PodUid(pod.uid()), new PodKey(pod.namespace(), pod.name()));
      }
      return embedded.awaitNoPods();
    }
  }

  /** Waits until nothing is left of the pods whose manifests are away; false when that hangs. */
  public boolean awaitNoPods() {
    try {
      return agent.awaitNoPods(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Removes the files of an agent that has ended; nothing that is still mounted is entered. */
  public static void removeFiles(Path parent, Path name) throws IOException {
    TreeRemover.remove(parent, name);
  }

  /** Ends the agent; pods that are still there run on. */
  @Override
  public void close() {
    agent.close();
  }
}
