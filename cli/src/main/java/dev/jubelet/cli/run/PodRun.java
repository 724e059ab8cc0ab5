package dev.jubelet.cli.run;

import dev.jubelet.base.AtomicFile;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One manifest on the local agent, from the copy into its directory until nothing is left of it.
 *
 * <p>Thread: the command's; {@link #stop} from any. Owns: the manifest's copy.
 */
final class PodRun {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
  private static final Json NOTHING = new Json(null);

  private final Context context;
  private final AgentClient client;
  private final Manifest manifest;
  private final boolean once;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final Path copy;
  private final String podName;
  private final Instant began;

  PodRun(Context context, AgentClient client, Manifest manifest, boolean once) {
    this.context = context;
    this.client = client;
    this.manifest = manifest;
    this.once = once;
    this.began = context.timers().now();
    Json agent = client.getJson("/jubelet/info");
    String directory = agent.at("staticPodPath").text();
    if (directory.isEmpty()) {
      throw new CliException(
          CliException.Kind.FAILED,
          "the agent watches no directory: set staticPodPath in its configuration");
    }
    this.copy = Path.of(directory).resolve("jubelet-run-" + manifest.name() + ".yaml");
    this.podName = manifest.name() + "-" + agent.at("nodeName").text().toLowerCase(Locale.ROOT);
  }

  /** Makes the run end soon. */
  void stop() {
    stopping.set(true);
  }

  /** Runs and returns the exit code: the pod's with {@code --once}, else 0. */
  int run() throws IOException, InterruptedException {
    if (Files.exists(copy) || find().isPresent()) {
      throw new CliException(
          CliException.Kind.FAILED, "pod \"" + podName + "\" is there already (" + copy + ")");
    }
    AtomicFile.write(copy, manifest.bytes(), PosixFilePermissions.fromString("rw-------"));
    try {
      return watch();
    } finally {
      Files.deleteIfExists(copy);
      awaitGone();
    }
  }

  private int watch() throws InterruptedException {
    Progress progress = new Progress(began);
    boolean told = false;
    while (!stopping.get()) {
      Optional<Json> pod = find();
      String target = "/jubelet/timeline/" + manifest.namespace() + "/" + podName;
      AgentClient.Answer history = client.get(target);
      progress
          .look(
              pod.orElse(NOTHING),
              history.isOk() ? history.json() : NOTHING,
              context.timers().now())
          .forEach(context.err()::println);
      refuseIfRejected(pod);
      Optional<Outcome> outcome = pod.flatMap(Outcome::of);
      if (outcome.isPresent() && !told) {
        told = true;
        context.err().println(podName + " " + outcome.get().text());
      }
      if (outcome.isPresent() && once) {
        return outcome.get().exitCode();
      }
      context.pause(BETWEEN_LOOKS);
    }
    return 0;
  }

  private void refuseIfRejected(Optional<Json> pod) {
    if (pod.isPresent() && Outcome.isRejection(pod.get())) {
      String text = Outcome.of(pod.get()).map(Outcome::text).orElse("rejected");
      throw new CliException(CliException.Kind.FAILED, podName + " " + text);
    }
    for (Json problem : client.getJson("/jubelet/problems").at("items").items()) {
      boolean fresh = !Instant.parse(problem.at("time").text()).isBefore(began);
      // Whether the source or the reason names the file is the agent's choice.
      String words = problem.at("source").text() + " " + problem.at("reason").text();
      if (fresh && words.contains(copy.getFileName().toString())) {
        throw new CliException(
            CliException.Kind.FAILED,
            "the agent refused the manifest: " + problem.at("reason").text());
      }
    }
  }

  private void awaitGone() throws InterruptedException {
    while (find().isPresent()) {
      context.pause(BETWEEN_LOOKS);
    }
  }

  private Optional<Json> find() {
    List<Json> pods = client.getJson("/pods").at("items").items();
    return pods.stream()
        .filter(pod -> pod.at("metadata", "name").text().equals(podName))
        .filter(pod -> pod.at("metadata", "namespace").text("default").equals(manifest.namespace()))
        .findFirst();
  }
}
