package dev.jubelet.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.app.RunManifest.RunPod;
import dev.jubelet.cli.StubAgent;
import dev.jubelet.cli.TestPods;
import dev.jubelet.cli.http.AgentClient;
import dev.jubelet.cli.http.Json;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ContainerOutputTest {
  private static final RunPod WEB = new RunPod("default", "web", "u", 30);

  @TempDir Path directory;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream warned = new ByteArrayOutputStream();
  private StubAgent agent;

  @BeforeEach
  void start() {
    agent = new StubAgent(directory);
  }

  @AfterEach
  void stop() {
    agent.close();
  }

  private ContainerOutput output(boolean coloured, boolean severalPods) {
    return new ContainerOutput(
        new AgentClient(agent.socket()),
        new PrintStream(printed, true, StandardCharsets.UTF_8),
        new PrintStream(warned, true, StandardCharsets.UTF_8),
        coloured,
        severalPods);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  private void log(String id, String text) throws Exception {
    Files.writeString(directory.resolve(id + ".log"), text);
  }

  private static String line(int time, String text) {
    return "2026-01-01T00:00:0%dZ stdout F %s\n".formatted(time, text);
  }

  /** The agent has that pod now; returned as a look finds it. */
  private Json pod(Map<String, List<String>> instances) {
    Pod pod = TestPods.pod("default", "web-node1").withNewStatus().endStatus().build();
    pod.getSpec().getContainers().clear();
    instances.forEach(
        (name, ids) -> {
          pod.getSpec().getContainers().add(new ContainerBuilder().withName(name).build());
          ContainerStatusBuilder status =
              new ContainerStatusBuilder()
                  .withName(name)
                  .withContainerID("containerd://" + ids.getLast())
                  .withNewState()
                  .withNewRunning()
                  .endRunning()
                  .endState();
          if (ids.size() > 1) {
            status
                .withNewLastState()
                .withNewTerminated()
                .withContainerID("containerd://" + ids.getFirst())
                .endTerminated()
                .endLastState();
          }
          pod.getStatus().getContainerStatuses().add(status.build());
        });
    agent.pods.clear();
    agent.pods.add(pod);
    return new AgentClient(agent.socket()).getJson("/pods").at("items").items().getFirst();
  }

  @Test
  void eachInstanceIsShownOnceAndInItsOrder() throws Exception {
    log("a", line(1, "first"));
    log("b", line(2, "second"));
    ContainerOutput output = output(false, false);
    Json pod = pod(Map.of("main", List.of("a", "b")));

    output.look(WEB, pod);
    output.finish();
    output.look(WEB, pod);
    output.finish();

    assertThat(printed()).isEqualTo("main | first\nmain | second\n");
  }

  /** Between the look and the request the container may have been started anew. */
  @Test
  void linesThatWereShownForTheInstanceBeforeAreNotRepeated() throws Exception {
    log("a", line(1, "one") + line(2, "two"));
    log("b", line(1, "one") + line(2, "two") + line(3, "three"));
    ContainerOutput output = output(false, false);

    output.look(WEB, pod(Map.of("main", List.of("a"))));
    output.finish();
    output.look(WEB, pod(Map.of("main", List.of("b"))));
    output.finish();

    assertThat(printed()).isEqualTo("main | one\nmain | two\nmain | three\n");
  }

  @Test
  void linesOfSeveralContainersStayWholeAndThePodIsNamedWhereThereAreSeveral() throws Exception {
    log("a", line(1, "x".repeat(3000)).repeat(500));
    log("b", line(1, "y".repeat(3000)).repeat(500) + "2026-01-01T00:00:02Z stdout P cut");
    ContainerOutput output = output(false, true);

    output.look(WEB, pod(Map.of("one", List.of("a"), "two", List.of("b"))));
    output.finish();

    assertThat(printed()).endsWith("\n");
    assertThat(printed().lines())
        .hasSizeGreaterThanOrEqualTo(1000)
        .allMatch(line -> line.matches("web/one \\| x{3000}|web/two \\| (y{3000}|cut)"));
  }

  @Test
  void aLogThatCannotBeReadIsWarnedOf() throws Exception {
    ContainerOutput output = output(false, false);

    output.look(WEB, pod(Map.of("main", List.of("missing"))));
    output.finish();

    assertThat(warned.toString(StandardCharsets.UTF_8))
        .startsWith("warning: cannot read the log of container main: ");
    assertThat(printed()).isEmpty();
  }

  @Test
  void namesAreColouredAndEachContainerHasItsOwn() throws Exception {
    log("a", line(1, "hello"));
    log("b", line(1, "hello"));
    ContainerOutput output = output(true, false);

    output.look(WEB, pod(Map.of("one", List.of("a"), "two", List.of("b"))));
    output.finish();

    assertThat(printed().lines().map(line -> line.replaceAll("(one|two)", "c")))
        .containsExactlyInAnyOrder("\u001b[36mc |\u001b[0m hello", "\u001b[33mc |\u001b[0m hello");
  }
}
