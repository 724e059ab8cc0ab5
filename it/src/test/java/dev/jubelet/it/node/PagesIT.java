package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Distribution;
import dev.jubelet.testing.node.Manifests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's pages and the people's command, as a user meets them. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class PagesIT extends NodeSuite {
  private static final long PATIENCE_SECONDS = 60;

  @TempDir Path scratch;

  /** What a command did. */
  private record Ran(int code, String out) {}

  PagesIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void healthIsServedOnEachPort() throws Exception {
    assertThat(node.get(node.healthzPort(), "/healthz").orElseThrow().body()).isEqualTo("ok");
    assertThat(node.page("/healthz/syncloop")).contains("ok");
    assertThat(node.page("/healthz/ping")).contains("ok");
    assertThat(curl("https://127.0.0.1:" + node.mainPort() + "/healthz").out()).isEqualTo("ok");
  }

  @Test
  void theConfigurationInForceIsServedOnTheMainPortOnly() throws Exception {
    JsonNode config =
        new ObjectMapper()
            .readTree(curl("https://127.0.0.1:" + node.mainPort() + "/configz").out())
            .get("kubeletconfig");
    assertThat(config.get("kind").asText()).isEqualTo("KubeletConfiguration");
    assertThat(config.get("readOnlyPort").asInt()).isEqualTo(node.readOnlyPort());
    assertThat(config.get("cgroupDriver").asText()).isEqualTo("cgroupfs");
    assertThat(node.get(node.readOnlyPort(), "/configz").orElseThrow().statusCode()).isEqualTo(404);
  }

  @Test
  void peopleSeeLogsAndStepsOfAPodAndRunCommandsInIt() throws Exception {
    node.apply(
        Manifests.pod("talk")
            .spec("  volumes: [{name: scratch, emptyDir: {}}, {name: cache, emptyDir: {}}]")
            .container(
                "main",
                containerd.image(),
                "echo one; echo two; trap 'exit 0' TERM; while :; do sleep 3600 & wait; done"),
        "talk");
    node.awaitReady("talk");
    assertThat(jubelet("pods").out()).contains("talk-testnode", "1/1", "Running");
    node.await("the log is there", () -> jubelet("logs", "talk").out().equals("one\ntwo\n"));
    assertThat(jubelet("logs", "--tail", "1", "talk").out()).isEqualTo("two\n");
    assertThat(jubelet("exec", "talk", "--", "sh", "-c", "echo inside; exit 5"))
        .isEqualTo(new Ran(5, "inside\n"));
    assertThat(jubelet("explain", "talk").out())
        .contains("seen", "admitted", "scratch, cache", "sandbox", "image", "ready");
    assertThat(jubelet("logs", "talkk").code()).isNotZero();
  }

  @Test
  void aRunOnceEndsWithTheExitCodeOfThePod() throws Exception {
    Path manifest = scratch.resolve("once.yaml");
    Files.writeString(
        manifest,
        Manifests.pod("once")
            .restartPolicy("Never")
            .container("main", containerd.image(), "exit 9")
            .yaml());
    Ran ran =
        jubelet("run", manifest.toString(), "--once", "--state-dir=" + scratch.resolve("runs"));
    assertThat(ran.code()).as(ran.out()).isEqualTo(9);
    node.awaitGone("once");
  }

  @Test
  void aRunIsEndedByASignalAndTheNextHasItsOwnResult() throws Exception {
    Path manifest = scratch.resolve("again.yaml");
    Path mark = scratch.resolve("mark");
    Files.createDirectory(mark);
    Files.writeString(
        manifest,
        Manifests.pod("again")
            .restartPolicy("Never")
            .graceSeconds(4)
            .spec("  volumes: [{name: mark, hostPath: {path: " + mark + "}}]")
            .container(
                "main",
                containerd.image(),
                "[ -e /mark/second ] && exit 3; touch /mark/second; trap '' TERM; echo up;"
                    + " while :; do sleep 1; done")
            .with("volumeMounts: [{name: mark, mountPath: /mark}]")
            .yaml());
    List<String> arguments =
        List.of(
            manifest.toString(),
            "--once",
            "--state-dir=" + scratch.resolve("runs"),
            "--socket=" + node.root().resolve("jubelet.sock"));
    try (RunningCommand first = new RunningCommand(arguments)) {
      first.awaitLine("main | up");
      first.signal("INT");
      first.awaitLine("ending again: waiting for container main to stop");
      try (RunningCommand second = new RunningCommand(arguments)) {
        assertThat(second.awaitEnd()).as(second.output().toString()).isEqualTo(3);
      }
      assertThat(first.awaitEnd()).isEqualTo(130);
    }
    node.awaitGone("again");
  }

  @Test
  void badConfigurationEndsTheProcessWithAllReasons() throws Exception {
    Path config = scratch.resolve("bad.yaml");
    Files.writeString(
        config,
        """
        apiVersion: kubelet.config.k8s.io/v1beta1
        kind: KubeletConfiguration
        port: 70000
        imageGCHighThresholdPercent: 10
        maxPods: -1
        """);
    Ran ran = run(Distribution.kubelet().toString(), "--config", config.toString());
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out())
        .contains(config.toString(), "port", "imageGCHighThresholdPercent", "maxPods");
    assertThat(run(Distribution.kubelet().toString(), "--no-such-flag"))
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(1))
        .satisfies(refused -> assertThat(refused.out()).contains("--no-such-flag"));
    assertThat(run(Distribution.kubelet().toString(), "--version").out())
        .startsWith("Kubernetes v1.36");
  }

  @Test
  void whatIsParsedButHasNoEffectIsListed() throws Exception {
    assertThat(jubelet("config", "--unsupported").out()).contains("evictionSoft");
  }

  private Ran jubelet(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Distribution.jubelet().toString());
    command.addAll(List.of(arguments));
    if (!arguments[0].equals("config")) {
      command.add(1 + 1, "--socket=" + node.root().resolve("jubelet.sock"));
    }
    return run(command.toArray(String[]::new));
  }

  private Ran curl(String url) {
    return run("curl", "-sk", url);
  }

  private Ran run(String... command) {
    try {
      Path out = Files.createTempFile(scratch, "out", ".txt");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError("did not end: " + List.of(command) + "\n" + Files.readString(out));
      }
      return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
