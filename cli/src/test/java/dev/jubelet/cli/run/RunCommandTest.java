package dev.jubelet.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.RunManifest;
import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.base.Timeline;
import dev.jubelet.cli.CommandLineTester;
import dev.jubelet.cli.StubAgent;
import dev.jubelet.cli.TestPods;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.cli.http.Json;
import dev.jubelet.server.AgentView;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class RunCommandTest {
  private static final String MANIFEST =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: job}
      spec:
        containers: [{name: c, image: busybox}]
      """;

  @TempDir Path directory;

  private final CommandLineTester jubelet = new CommandLineTester();
  private final AtomicReference<String> copied = new AtomicReference<>("");
  private StubAgent agent;
  private WatchService watcher;
  private Thread actor = Thread.ofVirtual().unstarted(() -> {});

  @BeforeEach
  void start() throws Exception {
    agent = new StubAgent(directory);
    Files.createDirectories(agent.manifests);
    watcher = FileSystems.getDefault().newWatchService();
    agent.manifests.register(
        watcher, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
  }

  @AfterEach
  void stop() throws Exception {
    actor.join();
    watcher.close();
    agent.close();
  }

  /** A manifest that came, with the UID of its pod. */
  private record Came(Path path, String uid) {
    /** The pod as if the agent had read it here. */
    Pod pod(Pod pod) {
      pod.getMetadata().setUid(uid);
      return pod;
    }
  }

  /** Plays the agent: does something when the manifest comes, and forgets the pod when it goes. */
  private void whenManifestComes(Consumer<Came> react) {
    actor =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    await(() -> manifest().isPresent());
                    Path manifest = manifest().orElseThrow();
                    copied.set(Files.readString(manifest));
                    Json json = Json.parse(copied.get());
                    react.accept(new Came(manifest, json.at("metadata", "uid").text()));
                    await(() -> !Files.exists(manifest));
                    agent.pods.clear();
                  } catch (Exception e) {
                    copied.set(e.toString());
                  }
                });
  }

  private Optional<Path> manifest() {
    try (Stream<Path> files = Files.list(agent.manifests)) {
      return files.filter(file -> file.toString().endsWith(".json")).findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void await(BooleanSupplier condition) throws Exception {
    while (!condition.getAsBoolean()) {
      WatchKey key = watcher.take();
      key.pollEvents();
      key.reset();
    }
  }

  private int runOnce() throws Exception {
    return run("--once");
  }

  private int run(String... options) throws Exception {
    Path file = Files.writeString(directory.resolve("job.yaml"), MANIFEST);
    return jubelet.run(
        Stream.concat(
                Stream.of("run", state(), "--socket=" + agent.socket(), file.toString()),
                Stream.of(options))
            .toArray(String[]::new));
  }

  private String state() {
    return "--state-dir=" + directory.resolve("runs");
  }

  private static void signal(String name) {
    try {
      long self = ProcessHandle.current().pid();
      new ProcessBuilder("kill", "-" + name, Long.toString(self)).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, job-node1 succeeded", "0, 7, 7, 'container c1 ended with 7 (Error)'"})
  void exitsWithTheCodeOfTheFirstFailedContainer(int first, int second, int code, String text)
      throws Exception {
    whenManifestComes(
        came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", first, second))));

    assertThat(runOnce()).isEqualTo(code);
    assertThat(jubelet.err()).contains(text);
    assertThat(agent.manifests).isEmptyDirectory();
    assertThat(agent.pods).isEmpty();
    assertThat(directory.resolve("runs")).isDirectoryNotContaining("glob:**/*-*");
  }

  @Test
  void onceMakesThePodRunOnce() throws Exception {
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0))));

    runOnce();

    assertThat(copied.get()).contains("\"restartPolicy\":\"Never\"").contains("busybox");
  }

  @Test
  void showsEachStepOnce() throws Exception {
    Instant now = Instant.now().plusSeconds(1);
    whenManifestComes(
        came -> {
          agent.addStep(
              "default",
              "job-node1",
              "of another run",
              new Timeline.Entry("gone", "", now, now, "", null));
          agent.addStep(
              "default",
              "job-node1",
              came.uid(),
              new Timeline.Entry("sandbox", "", now, now.plusMillis(42), "", null),
              new Timeline.Entry("image", "busybox", now, now.plusMillis(50), "no route", null),
              new Timeline.Entry("container", "c", now, null, null, null));
          agent.histories.removeFirst();
          agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0)));
        });

    runOnce();

    assertThat(jubelet.err().lines().filter(line -> line.contains("sandbox")))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).endsWith("sandbox (42ms)"));
    assertThat(jubelet.err()).contains("image busybox (50ms): no route");
    assertThat(jubelet.err()).doesNotContain("s  container c");
  }

  @Test
  void aRejectedPodIsAnError() throws Exception {
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.rejected("default", "job-node1"))));

    assertThat(runOnce()).isEqualTo(1);
    assertThat(jubelet.err())
        .contains("job-node1 rejected: OutOfcpu: Node didn't have enough resource: cpu");
  }

  @Test
  void aRefusedManifestIsAnError() throws Exception {
    agent.problems.add(
        new AgentView.Problem(
            "manifest", "jubelet-run-job.yaml", "an old story", "", Instant.EPOCH));
    agent.problems.add(
        new AgentView.Problem("image", "default/other", "jubelet-run-job.yaml", "", null));
    whenManifestComes(
        came ->
            agent.problems.add(
                new AgentView.Problem(
                    "manifest", came.path().toString(), "spec: bad", "", Instant.now())));

    assertThat(runOnce()).isEqualTo(1);
    assertThat(jubelet.err()).isEqualTo("jubelet: the agent refused the manifest: spec: bad\n");
    assertThat(agent.manifests).isEmptyDirectory();
  }

  @Test
  void badYamlAndOtherKindsAreRefusedBeforeAnythingIsCopied() throws Exception {
    Path bad = Files.writeString(directory.resolve("bad.yaml"), "a: [");
    Path other = Files.writeString(directory.resolve("other.yaml"), "kind: Service");

    for (Path file : List.of(bad, other, directory.resolve("nofile.yaml"), directory)) {
      assertThat(jubelet.run("run", state(), "--socket=" + agent.socket(), file.toString()))
          .isEqualTo(2);
    }
    assertThat(jubelet.err())
        .contains("bad.yaml: ", "line 1")
        .contains("other.yaml: holds a Service")
        .contains("cannot read " + directory.resolve("nofile.yaml") + ": no such file\n")
        .contains("cannot read " + directory + ": is a directory\n");
    assertThat(agent.manifests).isEmptyDirectory();
  }

  @Test
  void aPodThatIsThereAlreadyIsNotTouched() throws Exception {
    agent.pods.add(TestPods.running("default", "job-node1"));

    assertThat(runOnce()).isEqualTo(1);
    assertThat(jubelet.err()).contains("is there already");
    assertThat(agent.pods).hasSize(1);
  }

  @Test
  void anAgentIsStartedForTheRunWhenNoneAnswers() throws Exception {
    AtomicReference<String> state = new AtomicReference<>("");
    AgentStarter starter =
        new AgentStarter() {
          @Override
          public Started start(Path own, String endpoint) {
            state.set(endpoint);
            return new Started() {
              @Override
              public Path socket() {
                return agent.socket();
              }

              @Override
              public void close() {
                state.set(state.get() + " closed");
              }
            };
          }

          @Override
          public void endLeftovers(Path own, String endpoint, List<RunManifest.RunPod> pods) {
            throw new IllegalStateException("there is no earlier run");
          }
        };
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0))));
    Path file = Files.writeString(directory.resolve("job.yaml"), MANIFEST);

    assertThat(
            jubelet
                .withStarter(starter)
                .run(
                    "run",
                    "--once",
                    state(),
                    "--socket=" + directory.resolve("none"),
                    "--container-runtime-endpoint=unix:///r",
                    file.toString()))
        .isZero();
    assertThat(state.get()).isEqualTo("unix:///r closed");
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
  void aSignalEndsThePodAndTheRun(String name, int code) throws Exception {
    whenManifestComes(
        came -> {
          agent.pods.add(came.pod(TestPods.running("default", "job-node1")));
          signal(name);
        });

    assertThat(run()).isEqualTo(code);
    assertThat(agent.manifests).isEmptyDirectory();
    assertThat(agent.hurried).isEmpty();
  }

  @Test
  void whatIsWaitedForAfterASignalIsToldAndASecondSignalKills() throws Exception {
    whenManifestComes(
        came -> {
          agent.pods.add(came.pod(TestPods.running("default", "job-node1")));
          agent.works.put(came.uid(), new AgentView.PodWork("TERMINATING", List.of("c")));
          signal("INT");
        });
    jubelet.whenPrinted("to kill it now", () -> signal("INT"));

    assertThat(run()).isEqualTo(130);
    assertThat(jubelet.err())
        .contains(
            "ending job: waiting for container c to stop, up to 30 s more; press Ctrl-C again to"
                + " kill it now\n")
        .contains("killing job\n");
    assertThat(agent.hurried).hasSize(1);
  }

  @Test
  void aPodThatIsNotReadyInTimeIsEndedWithTheReason() throws Exception {
    whenManifestComes(
        came -> agent.pods.add(came.pod(TestPods.waiting("default", "job-node1", "no route"))));

    assertThat(run("--timeout=200ms")).as(jubelet.err()).isEqualTo(124);
    assertThat(jubelet.err())
        .contains(
            "jubelet: job did not become ready within 200ms: container c: ErrImagePull: no"
                + " route\n");
    assertThat(agent.manifests).isEmptyDirectory();
  }

  @Test
  void whatContainersPrintIsShownWithTheirNamesUnlessQuiet() throws Exception {
    Files.writeString(
        directory.resolve("id-c0.log"),
        """
        2026-01-01T00:00:00.1Z stdout F one
        2026-01-01T00:00:00.15Z stderr F two
        2026-01-01T00:00:00.2Z stdout P no newline
        """);
    Consumer<Came> end =
        came -> {
          Pod pod = came.pod(TestPods.ended("default", "job-node1", 0));
          pod.getSpec().getContainers().getFirst().setName("c0");
          agent.pods.add(pod);
        };
    whenManifestComes(end);
    run("--once", "--quiet");
    assertThat(jubelet.out()).isEmpty();
    assertThat(jubelet.err()).isEqualTo("job-node1 succeeded\n");
    actor.join();

    whenManifestComes(end);
    run("--once");
    assertThat(jubelet.out()).isEqualTo("c0 | one\nc0 | two\nc0 | no newline\n");
  }

  @Test
  void anUnknownFieldIsToldWithTheNameThatMayBeMeant() throws Exception {
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0))));
    String manifest = MANIFEST.replace("image:", "imagePullPolcy: Never, image:");

    jubelet.withInput(manifest).run("run", "--once", state(), "--socket=" + agent.socket(), "-");
    assertThat(jubelet.err())
        .contains(
            "warning: -: spec.containers[0].imagePullPolcy is unknown and ignored; did you mean"
                + " imagePullPolicy?\n");
  }

  @Test
  void theManifestOfAKilledRunIsTakenAwayFromTheAgent() throws Exception {
    Path left = Files.writeString(directory.resolve("left.json"), "{}");
    try (RunRecords.Held dead = new RunRecords(directory.resolve("runs")).begin()) {
      dead.write(
          new RunRecords.RunRecord(
              "old.yaml",
              7,
              "2026",
              List.of(new RunPod("n", "old", "u", 1)),
              left.toString(),
              null));
    }
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0))));

    assertThat(runOnce()).isZero();
    assertThat(left).doesNotExist();
    assertThat(jubelet.err())
        .contains("ending what a killed run left: old of old.yaml (process 7, started 2026)");
  }

  @Test
  void aKilledRunThatCannotBeEndedIsKeptForTheNext() throws Exception {
    Path runs = directory.resolve("runs");
    try (RunRecords.Held dead = new RunRecords(runs).begin()) {
      List<RunPod> pods = List.of(new RunPod("n", "old", "u", 1));
      dead.write(RunRecords.RunRecord.of("old.yaml", pods, null, "unix:///away"));
    }
    whenManifestComes(came -> agent.pods.add(came.pod(TestPods.ended("default", "job-node1", 0))));

    assertThat(runOnce()).isZero();
    assertThat(jubelet.err()).contains("failed to end what the run in " + runs, "unix:///away");
    assertThat(runs).isDirectoryContaining("glob:**/*-*");
  }

  @Test
  void anAgentThatGoesAwayDuringTheRunIsToldAndLeavesNoManifest() throws Exception {
    whenManifestComes(came -> agent.close());

    assertThat(run()).isNotZero();
    assertThat(jubelet.err()).contains("agent");
    assertThat(agent.manifests).isEmptyDirectory();
    assertThat(directory.resolve("runs")).isDirectoryNotContaining("glob:**/*-*");
  }
}
