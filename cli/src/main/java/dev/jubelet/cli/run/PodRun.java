package dev.jubelet.cli.run;

import dev.jubelet.app.RunManifest;
import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.base.AtomicFile;
import dev.jubelet.base.GoDuration;
import dev.jubelet.cli.command.Context;
import dev.jubelet.cli.fault.CliException;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One manifest on an agent, from the copy into its directory until nothing is left of its pods.
 *
 * <p>Thread: the command's. Owns: the manifest's copy.
 */
final class PodRun {
  static final int TIMED_OUT = 124;

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  /**
   * How it is run.
   *
   * @param timeout null to wait for ever
   */
  record Manner(boolean once, boolean quiet, boolean coloured, @Nullable Duration timeout) {}

  private final Context context;
  private final AgentClient client;
  private final EndSignals signals;
  private final RunManifest manifest;
  private final Manner manner;
  private final Path copy;
  private final String nodeSuffix;
  private final Instant began;
  private final ContainerOutput output;
  private final Map<String, Progress> progress = new HashMap<>();
  private final Map<String, Outcome> outcomes = new HashMap<>();

  PodRun(
      Context context,
      AgentClient client,
      EndSignals signals,
      RunManifest manifest,
      Manner manner) {
    this.context = context;
    this.client = client;
    this.signals = signals;
    this.manifest = manifest;
    this.manner = manner;
    this.began = context.timers().now();
    Json agent = client.getJson("/jubelet/info");
    String directory = agent.at("staticPodPath").text();
    if (directory.isEmpty()) {
      throw new CliException(
          CliException.Kind.FAILED,
          "the agent watches no directory: set staticPodPath in its configuration");
    }
    this.copy =
        Path.of(directory).resolve("jubelet-run-" + manifest.pods().getFirst().uid() + ".json");
    this.nodeSuffix = "-" + agent.at("nodeName").text().toLowerCase(Locale.ROOT);
    boolean severalPods = manifest.pods().size() > 1;
    this.output =
        new ContainerOutput(client, context.out(), context.err(), manner.coloured(), severalPods);
    manifest
        .pods()
        .forEach(
            pod -> progress.put(pod.uid(), new Progress(began, severalPods ? pod.name() : "")));
  }

  /** Where the agent finds the manifest. */
  Path copy() {
    return copy;
  }

  /** Runs and returns the exit code. */
  int run() throws IOException, InterruptedException {
    refuseTakenNames();
    AtomicFile.write(
        copy,
        manifest.json().getBytes(StandardCharsets.UTF_8),
        PosixFilePermissions.fromString("rw-------"));
    try {
      return watch();
    } finally {
      Files.deleteIfExists(copy);
      new PodEnding(context, client, signals).await(manifest.pods());
      output.finish();
    }
  }

  private void refuseTakenNames() {
    for (Json pod : client.getJson("/pods").at("items").items()) {
      for (RunPod own : manifest.pods()) {
        if (pod.at("metadata", "name").text().equals(own.name() + nodeSuffix)
            && pod.at("metadata", "namespace").text("default").equals(own.namespace())) {
          throw new CliException(
              CliException.Kind.FAILED,
              "pod \"" + own.name() + nodeSuffix + "\" is there already: end it first");
        }
      }
    }
  }

  private int watch() throws InterruptedException {
    boolean inTime = false;
    while (signals.count() == 0) {
      Map<String, Json> observed = observe();
      boolean done = true;
      for (RunPod pod : manifest.pods()) {
        done &= look(pod, observed.getOrDefault(pod.uid(), new Json(null)));
      }
      refuseIfManifestIsBad();
      if (done && manner.once()) {
        finishOutput(observed);
        return manifest.pods().stream()
            .mapToInt(pod -> outcome(pod).exitCode())
            .filter(code -> code != 0)
            .findFirst()
            .orElse(0);
      }
      inTime |= done;
      if (!inTime && isLate()) {
        tellLateness(observed);
        return TIMED_OUT;
      }
      context.pause(BETWEEN_LOOKS);
    }
    return signals.exitCode();
  }

  /** What a pod has printed goes away with it; a last instance may not have been followed yet. */
  private void finishOutput(Map<String, Json> observed) throws InterruptedException {
    output.finish();
    for (RunPod pod : manifest.pods()) {
      if (!manner.quiet()) {
        output.look(pod, observed.getOrDefault(pod.uid(), new Json(null)));
      }
    }
    output.finish();
  }

  private Outcome outcome(RunPod pod) {
    Outcome outcome = outcomes.get(pod.uid());
    return outcome == null ? new Outcome(0, "") : outcome;
  }

  /** Shows what is new of a pod. Returns whether it has ended, or is ready where that is enough. */
  private boolean look(RunPod pod, Json observed) {
    if (!manner.quiet()) {
      show(pod, observed);
    }
    Optional<Outcome> outcome = Outcome.of(observed);
    if (outcome.isPresent() && Outcome.isRejection(observed)) {
      throw new CliException(
          CliException.Kind.FAILED, pod.name() + nodeSuffix + " " + outcome.get().text());
    }
    if (outcome.isPresent() && outcomes.put(pod.uid(), outcome.get()) == null) {
      say(pod.name() + nodeSuffix + " " + outcome.get().text());
    }
    return outcome.isPresent() || (!manner.once() && Progress.isReady(observed));
  }

  private void show(RunPod pod, Json observed) {
    AgentClient.Answer answer =
        client.get("/jubelet/timeline/" + pod.namespace() + "/" + pod.name() + nodeSuffix);
    Json history = answer.isOk() ? answer.json() : new Json(null);
    // The newest pod of that name may be that of an earlier run, which is still ending.
    boolean own = history.at("uid").text().equals(pod.uid());
    progressOf(pod)
        .look(observed, own ? history : new Json(null), context.timers().now())
        .forEach(this::say);
    output.look(pod, observed);
  }

  private Progress progressOf(RunPod pod) {
    return progress.getOrDefault(pod.uid(), new Progress(began, ""));
  }

  /** In one piece, so that nothing comes between a line and its end. */
  private void say(String line) {
    context.err().print(line + "\n");
  }

  private boolean isLate() {
    Duration timeout = manner.timeout();
    return timeout != null && !context.timers().now().isBefore(began.plus(timeout));
  }

  private void tellLateness(Map<String, Json> observed) {
    List<String> reasons = new ArrayList<>();
    observed.values().forEach(pod -> reasons.addAll(Waiting.of(pod)));
    say(
        "jubelet: %s %s within %s%s"
            .formatted(
                manifest.pods().stream().map(RunPod::name).collect(Collectors.joining(", ")),
                manner.once() ? "did not end" : "did not become ready",
                GoDuration.format(manner.timeout() == null ? Duration.ZERO : manner.timeout()),
                reasons.isEmpty() ? "" : ": " + String.join("; ", reasons)));
  }

  private void refuseIfManifestIsBad() {
    for (Json problem : client.getJson("/jubelet/problems").at("items").items()) {
      if (!problem.at("kind").text().equals("manifest")) {
        continue;
      }
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

  private Map<String, Json> observe() {
    Map<String, Json> observed = new HashMap<>();
    for (Json pod : client.getJson("/pods").at("items").items()) {
      observed.put(pod.at("metadata", "uid").text(), pod);
    }
    observed.keySet().retainAll(manifest.pods().stream().map(RunPod::uid).toList());
    return observed;
  }
}
