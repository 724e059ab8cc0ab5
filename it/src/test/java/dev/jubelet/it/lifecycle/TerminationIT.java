package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.Container;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A removed pod ends, whatever it was doing, and leaves nothing. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule({"4.2", "4.8"})
final class TerminationIT extends LifecycleSuite {
  TerminationIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  @Rule("6.11")
  void aContainerIsAskedToEndBeforeItIsKilled(@TempDir Path shared) {
    apply("polite", shared, 60, "trap 'echo asked > /shared/said; exit 0' TERM; sleep 3600 & wait");
    node.awaitReady("polite");
    remove("polite");
    assertThat(shared.resolve("said")).content().isEqualTo("asked\n");
  }

  @Test
  @Rule("6.11")
  void aContainerThatDoesNotListenIsKilledAfterItsGrace(@TempDir Path shared) throws IOException {
    apply(
        "deaf",
        shared,
        3,
        "trap 'date +%s > /shared/asked' TERM;"
            + " while :; do sleep 0.1; date +%s > /shared/t; mv /shared/t /shared/alive; done");
    node.awaitReady("deaf");
    remove("deaf");
    assertThat(seconds(shared.resolve("alive")) - seconds(shared.resolve("asked")))
        .as("seconds lived on")
        .isGreaterThanOrEqualTo(2);
  }

  @Test
  @Rule("9.2")
  void aPreStopHookThatDoesNotReturnLivesOnUntilItsContainerHasEnded(@TempDir Path shared) {
    node.apply(
        Manifests.pod("hooked")
            .graceSeconds(2)
            .spec("  volumes: [{name: shared, hostPath: {path: " + shared + "}}]")
            .container(
                "main",
                image(),
                "trap 'touch /shared/asked; sleep 1; touch /shared/ended; exit 0' TERM;"
                    + " sleep 3600 & wait")
            .with("volumeMounts: [{name: shared, mountPath: /shared}]")
            .with(
                "lifecycle: {preStop: {exec: {command: [sh, -c, 'while :; do sleep 0.1;"
                    + " [ ! -e /shared/asked ] || touch /shared/hook-lives; done']}}}"),
        "hooked");
    node.awaitReady("hooked");
    remove("hooked");
    assertThat(shared.resolve("asked")).exists();
    assertThat(shared.resolve("hook-lives")).exists();
    assertThat(shared.resolve("ended")).as("the least grace is two seconds").exists();
  }

  @Test
  void aPodRemovedWhileItStartsStartsNoMore() {
    node.apply(
        Manifests.pod("early").init("init", image(), Manifests.STAY).running("main", image()),
        "early");
    awaitRunning("early", "init");
    assertThat(runtime.containers("early"))
        .extracting(Container::getMetadata)
        .extracting(metadata -> metadata.getName())
        .containsExactly("init");
    remove("early");
  }

  @Test
  void aPodRemovedBeforeItsSandboxIsThereIsGone() {
    for (int i = 0; i < 3; i++) {
      node.apply(Manifests.pod("blink").running("main", image()), "blink");
      node.await("it is seen", () -> node.find("blink").isPresent());
      remove("blink");
    }
  }

  @Test
  void aPodWhoseImageDoesNotComeCanBeRemoved() {
    node.apply(Manifests.pod("pulling").running("main", "localhost/no/such:1"), "pulling");
    awaitWaiting("pulling", "main", "ErrImagePull", "ImagePullBackOff");
    remove("pulling");
  }

  @Test
  void aPodInBackOffCanBeRemoved() {
    node.apply(Manifests.pod("looping").container("main", image(), "exit 1"), "looping");
    awaitWaiting("looping", "main", "CrashLoopBackOff");
    remove("looping");
  }

  @Test
  void aPodRemovedWhileTheRuntimeIsAwayEndsWhenItIsBack() {
    node.apply(Manifests.pod("orphan").running("main", image()), "orphan");
    Pod pod = node.awaitReady("orphan");
    containerd.stopDaemon();
    node.remove("orphan");
    containerd.startDaemon();
    node.awaitGone("orphan");
    awaitNoDirectory(pod.getMetadata().getUid());
  }

  @Test
  void aPodThatEndedKeepsItsStatusAndLogsAndNothingRuns() {
    node.apply(
        Manifests.pod("done").restartPolicy("Never").container("main", image(), "echo bye"),
        "done");
    Pod pod = node.awaitPhase("done", "Succeeded");
    node.await("its sandbox is stopped", () -> runtime.readySandboxes("done").isEmpty());
    assertThat(runtime.running("done")).isEmpty();
    Path log =
        node.podLogs()
            .resolve("default_done-testnode_" + pod.getMetadata().getUid())
            .resolve("main/0.log");
    assertThat(log).content().contains("stdout F bye");
    remove("done");
    assertThat(log).doesNotExist();
  }

  private void apply(String pod, Path shared, long grace, String script) {
    node.apply(
        Manifests.pod(pod)
            .graceSeconds(grace)
            .spec("  volumes: [{name: shared, hostPath: {path: " + shared + "}}]")
            .container("main", image(), script)
            .with("volumeMounts: [{name: shared, mountPath: /shared}]"),
        pod);
  }

  private void remove(String pod) {
    String uid = node.find(pod).orElseThrow().getMetadata().getUid();
    node.remove(pod);
    node.awaitGone(pod);
    awaitNoDirectory(uid);
  }

  private void awaitNoDirectory(String uid) {
    node.await("its directory is gone", () -> !Files.exists(node.root().resolve("pods/" + uid)));
  }

  private static long seconds(Path file) throws IOException {
    return Long.parseLong(Files.readString(file).strip());
  }
}
