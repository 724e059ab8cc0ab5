package dev.jubelet.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.cli.CommandLineTester;
import dev.jubelet.cli.StubAgent;
import dev.jubelet.cli.TestPods;
import dev.jubelet.cli.command.AgentStarter;
import dev.jubelet.server.AgentView;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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

  /** Plays the agent: does something when the manifest comes, and forgets the pod when it goes. */
  private void whenManifestComes(Consumer<Path> react) {
    Path manifest = agent.manifests.resolve("jubelet-run-job.yaml");
    actor =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    await(() -> Files.exists(manifest));
                    copied.set(Files.readString(manifest));
                    react.accept(manifest);
                    await(() -> !Files.exists(manifest));
                    agent.pods.clear();
                  } catch (Exception e) {
                    copied.set(e.toString());
                  }
                });
  }

  private void await(BooleanSupplier condition) throws Exception {
    while (!condition.getAsBoolean()) {
      WatchKey key = watcher.take();
      key.pollEvents();
      key.reset();
    }
  }

  private int runOnce() throws Exception {
    Path file = Files.writeString(directory.resolve("job.yaml"), MANIFEST);
    return jubelet.run("run", "--once", "--socket=" + agent.socket(), file.toString());
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, job-node1 succeeded", "0, 7, 7, 'container c1 ended with 7 (Error)'"})
  void exitsWithTheCodeOfTheFirstFailedContainer(int first, int second, int code, String text)
      throws Exception {
    whenManifestComes(
        path -> agent.pods.add(TestPods.ended("default", "job-node1", first, second)));

    assertThat(runOnce()).isEqualTo(code);
    assertThat(jubelet.err()).contains(text);
    assertThat(agent.manifests).isEmptyDirectory();
    assertThat(agent.pods).isEmpty();
  }

  @Test
  void onceMakesThePodRunOnce() throws Exception {
    whenManifestComes(path -> agent.pods.add(TestPods.ended("default", "job-node1", 0)));

    runOnce();

    assertThat(copied.get()).contains("\"restartPolicy\" : \"Never\"").contains("busybox");
  }

  @Test
  void showsEachStepOnce() throws Exception {
    Instant earlier = Instant.now().minusSeconds(60);
    Instant now = Instant.now().plusSeconds(1);
    agent.addStep(
        "default",
        "job-node1",
        new Timeline.Entry("gone", "of an earlier pod", earlier, earlier, "", null),
        new Timeline.Entry("sandbox", "", now, now.plusMillis(42), "", null),
        new Timeline.Entry("image", "busybox", now, now.plusMillis(50), "no route", null),
        new Timeline.Entry("container", "c", now, null, null, null));
    Pod ended = TestPods.ended("default", "job-node1", 0);
    whenManifestComes(path -> agent.pods.add(ended));

    runOnce();

    assertThat(jubelet.err().lines().filter(line -> line.contains("sandbox")))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).endsWith("sandbox (42ms)"));
    assertThat(jubelet.err()).contains("image busybox (50ms): no route");
    assertThat(jubelet.err()).doesNotContain("container c").doesNotContain("earlier pod");
  }

  @Test
  void aRejectedPodIsAnError() throws Exception {
    whenManifestComes(path -> agent.pods.add(TestPods.rejected("default", "job-node1")));

    assertThat(runOnce()).isEqualTo(1);
    assertThat(jubelet.err())
        .contains("job-node1 rejected: OutOfcpu: Node didn't have enough resource: cpu");
  }

  @Test
  void aRefusedManifestIsAnError() throws Exception {
    agent.problems.add(
        new AgentView.ManifestProblem("jubelet-run-job.yaml", "an old story", Instant.EPOCH));
    whenManifestComes(
        path ->
            agent.problems.add(
                new AgentView.ManifestProblem(path.toString(), "spec: bad", Instant.now())));

    assertThat(runOnce()).isEqualTo(1);
    assertThat(jubelet.err()).isEqualTo("jubelet: the agent refused the manifest: spec: bad\n");
    assertThat(agent.manifests).isEmptyDirectory();
  }

  @Test
  void badYamlAndOtherKindsAreRefusedBeforeAnythingIsCopied() throws Exception {
    Path bad = Files.writeString(directory.resolve("bad.yaml"), "a: [");
    Path other = Files.writeString(directory.resolve("other.yaml"), "kind: Service");

    assertThat(jubelet.run("run", "--socket=" + agent.socket(), bad.toString())).isEqualTo(2);
    assertThat(jubelet.run("run", "--socket=" + agent.socket(), other.toString())).isEqualTo(2);
    assertThat(jubelet.err()).contains("bad.yaml: bad YAML").contains("other.yaml: not a manifest");
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
        endpoint -> {
          state.set(endpoint);
          return new AgentStarter.Started() {
            @Override
            public Path socket() {
              return agent.socket();
            }

            @Override
            public void close() {
              state.set(state.get() + " closed");
            }
          };
        };
    whenManifestComes(path -> agent.pods.add(TestPods.ended("default", "job-node1", 0)));
    Path file = Files.writeString(directory.resolve("job.yaml"), MANIFEST);

    assertThat(
            jubelet
                .withStarter(starter)
                .run(
                    "run",
                    "--once",
                    "--socket=" + directory.resolve("none"),
                    "--container-runtime-endpoint=unix:///r",
                    file.toString()))
        .isZero();
    assertThat(state.get()).isEqualTo("unix:///r closed");
  }
}
