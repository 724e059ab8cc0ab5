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
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's pages and the CLI, as a user meets them. */
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
  void aCrashIsExplainedAndAProblemUntilItIsMended() throws Exception {
    assertThat(jubelet("problems", "--exit-code")).isEqualTo(new Ran(0, "No problems.\n"));
    node.apply(
        Manifests.pod("crash")
            .container(
                "main", containerd.image(), "echo one; echo boom: cannot open database; exit 7"),
        "crash");
    String explained =
        awaitOutput("is waiting: container main ended with 7 twice,", "explain", "crash");
    assertThat(explained)
        .startsWith(
            "default/crash-testnode is waiting: container main ended with 7 twice, last words"
                + " \"boom: cannot open database\", next try in ")
        .contains("which ended with 7", "  one\n  boom: cannot open database\n")
        .containsPattern("exit +main +exit code 7 \\(Error\\)");
    assertThat(awaitOutput("crash loop", "problems"))
        .containsPattern(
            "default/crash-testnode \\(crash loop\\)\n  container main ended [0-9]+ times, last"
                + " with exit code 7 \\(Error\\)\n  To do: read `jubelet logs ");
    Files.writeString(node.manifests().resolve("broken.yaml"), "kind: Pod\nspec: [");
    awaitOutput("broken.yaml (manifest, since ", "problems");
    assertThat(jubelet("problems", "--exit-code").code()).isEqualTo(1);
    Files.delete(node.manifests().resolve("broken.yaml"));
    node.remove("crash");
    node.await("no problem is left", () -> jubelet("problems").out().equals("No problems.\n"));
    node.await(
        "the pod that is gone is explained",
        () ->
            jubelet("explain", "crash")
                .out()
                .matches("(?s)default/crash-testnode is gone since .* ended with 7\\..*"));
  }

  @Test
  void aPodThatEndsStaysInSightUntilItIsGone() throws Exception {
    node.apply(
        Manifests.pod("slow")
            .graceSeconds(300)
            .container(
                "main",
                containerd.image(),
                "trap '' TERM; echo here; until [ -e /tmp/go ]; do sleep 0.1; done"),
        "slow");
    node.awaitReady("slow");
    node.remove("slow");
    node.await(
        "its end has begun", () -> jubelet("explain", "slow").out().contains("of grace left"));
    assertThat(jubelet("pods").out()).containsPattern("slow-testnode +1/1 +Terminating ");
    assertThat(jubelet("explain", "slow").out())
        .containsPattern(
            "^default/slow-testnode is terminating: container main has (5m|4m[0-9]+s) of grace left\\.");
    assertThat(jubelet("logs", "slow")).isEqualTo(new Ran(0, "here\n"));
    assertThat(node.page("/pods").orElseThrow())
        .as("the page of upstream has what is wanted")
        .doesNotContain("slow-testnode");
    assertThat(jubelet("exec", "slow", "touch", "/tmp/go").code()).isZero();
    node.await(
        "it is gone",
        () ->
            jubelet("explain", "slow").out().startsWith("default/slow-testnode is gone since ")
                && !jubelet("pods").out().contains("slow"));
  }

  @Test
  void aCommandIsAGoodCitizenOfTheShell() throws Exception {
    node.apply(
        Manifests.pod("chat")
            .container("main", containerd.image(), "while :; do echo line; sleep 0.2; done")
            .container("side", containerd.image(), "echo a; echo b; " + Manifests.STAY),
        "chat");
    node.awaitReady("chat");
    assertThat(bash("jubelet logs -f chat -c main | head -2; echo ${PIPESTATUS[0]}"))
        .isEqualTo(new Ran(0, "line\nline\n141\n"));
    assertThat(bash("jubelet logs -f chat -c side | head -2; echo ${PIPESTATUS[0]}"))
        .as("also while there is nothing more to print")
        .isEqualTo(new Ran(0, "a\nb\n141\n"));
    assertThat(bash("jubelet pods >/dev/full"))
        .isEqualTo(new Ran(1, "jubelet: cannot write the output: No space left on device\n"));
    assertThat(bash("jubelet exec -t chat -c main -- echo hi").out())
        .startsWith("jubelet: the standard input is not a terminal; going on without\n")
        .contains("hi");
    assertThat(bash("jubelet exec chat ls -la / 2>/dev/null").out()).contains("root", "etc");
    assertThat(bash("jubelet logs chat --tail=1"))
        .isEqualTo(new Ran(0, "Defaulted container \"main\" out of: main, side\nline\n"));
    assertThat(bash("cd /; jubelet run nofile.yaml"))
        .isEqualTo(new Ran(2, "jubelet: cannot read nofile.yaml: no such file\n"));
    assertThat(
            bash(
                "source <(jubelet completion bash); COMP_WORDS=(jubelet logs ch); COMP_CWORD=2;"
                    + " _jubelet; echo ${COMPREPLY[@]}"))
        .isEqualTo(new Ran(0, "chat\n"));
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
    assertThat(jubelet("config", "--unsupported").out()).contains("cpuManagerPolicy");
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

  /** Runs the command until it prints this, and returns all that it printed then. */
  private String awaitOutput(String words, String... arguments) {
    AtomicReference<String> last = new AtomicReference<>("");
    node.await(
        words,
        () -> {
          last.set(jubelet(arguments).out());
          return last.get().contains(words);
        });
    return last.get();
  }

  /** Runs a line of shell in which {@code jubelet} finds this node's agent. */
  private Ran bash(String line) {
    return run(
        "bash",
        "-c",
        "export PATH=%s:$PATH JUBELET_SOCKET=%s; %s"
            .formatted(
                Distribution.jubelet().getParent(), node.root().resolve("jubelet.sock"), line));
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
