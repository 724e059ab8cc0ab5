package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.PodSandbox;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.NodeRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code jubelet run} on a machine without an agent: it brings its own and leaves nothing. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class RunIT {
  private static final String READY = "ready at";

  /** Ends when it is told to, but not for the first word. */
  private static final String STUBBORN = "trap '' TERM; echo up; while :; do sleep 1; done";

  @TempDir Path scratch;

  private final PrivateContainerd containerd;
  private final NodeRuntime runtime;

  RunIT(PrivateContainerd containerd) {
    this.containerd = containerd;
    this.runtime = new NodeRuntime(containerd);
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  private RunningCommand run(String manifest, String... options) throws IOException {
    Path file = Files.createTempFile(scratch, "pod", ".yaml");
    Files.writeString(file, manifest);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                file.toString(),
                "--socket=" + scratch.resolve("none"),
                "--state-dir=" + scratch.resolve("runs"),
                "--container-runtime-endpoint=" + containerd.endpoint()));
    arguments.addAll(List.of(options));
    return new RunningCommand(arguments);
  }

  private Manifests pod(String name) {
    return Manifests.pod(name).spec("  volumes: [{name: memory, emptyDir: {medium: Memory}}]");
  }

  /** The UIDs of the pods that the runtime has of a manifest. */
  private List<String> uids(String pod) {
    return runtime.sandboxes().stream()
        .map(PodSandbox::getMetadata)
        .filter(metadata -> metadata.getName().startsWith(pod + "-"))
        .map(metadata -> metadata.getUid())
        .toList();
  }

  /** What is left of pods in the runtime, the mount table, the cgroups and on the disk. */
  private List<String> leftOf(List<String> uids) throws IOException {
    List<String> left = new ArrayList<>();
    runtime.sandboxes().stream()
        .filter(sandbox -> uids.contains(sandbox.getMetadata().getUid()))
        .forEach(sandbox -> left.add("sandbox " + sandbox.getMetadata().getUid()));
    runtime.containers().stream()
        .filter(c -> uids.contains(c.getLabelsMap().get("io.kubernetes.pod.uid")))
        .forEach(container -> left.add("container " + container.getMetadata().getName()));
    try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
      mounts.filter(line -> uids.stream().anyMatch(line::contains)).forEach(left::add);
    }
    for (Path top : List.of(Path.of("/sys/fs/cgroup"), scratch.resolve("runs"))) {
      try (Stream<Path> files = Files.find(top, 9, (path, x) -> isOf(path, uids))) {
        files.forEach(path -> left.add("file " + path));
      }
    }
    return left;
  }

  private static boolean isOf(Path path, List<String> uids) {
    return uids.stream().anyMatch(String.valueOf(path.getFileName())::contains);
  }

  /** The directories of runs. */
  private List<Path> runs() throws IOException {
    try (Stream<Path> runs = Files.list(scratch.resolve("runs"))) {
      return runs.filter(Files::isDirectory).toList();
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsWhatWasStartedWithItsGrace(String signal, int code) throws Exception {
    String manifest =
        pod("ends")
            .container(
                "main",
                containerd.image(),
                "trap 'echo bye; printf cut; exit 0' TERM; echo up; while :; do sleep 1 & wait;"
                    + " done")
            .with("volumeMounts: [{name: memory, mountPath: /memory}]")
            .running("second", containerd.image())
            .yaml();
    try (RunningCommand run = run(manifest)) {
      run.awaitLine("main | up");
      run.awaitLine(READY);
      List<String> uids = uids("ends");
      assertThat(uids).hasSize(1);
      assertThat(leftOf(uids)).as("while it runs").hasSizeGreaterThan(4);

      run.signal(signal);

      assertThat(run.awaitEnd()).isEqualTo(code);
      assertThat(run.output()).contains("main | bye", "main | cut");
      assertThat(leftOf(uids)).isEmpty();
      assertThat(runs()).isEmpty();
    }
  }

  @Test
  void aSecondSignalKillsWhatDoesNotEnd() throws Exception {
    String manifest =
        pod("stays").container("main", containerd.image(), STUBBORN).graceSeconds(600).yaml();
    try (RunningCommand run = run(manifest)) {
      run.awaitLine(READY);
      List<String> uids = uids("stays");
      run.signal("INT");
      assertThat(run.awaitLine("press Ctrl-C again"))
          .startsWith("ending stays: waiting for container main to stop, up to ");
      run.signal("INT");

      run.awaitLine("killing stays");
      assertThat(run.awaitEnd()).isEqualTo(130);
      assertThat(leftOf(uids)).isEmpty();
      assertThat(runs()).isEmpty();
    }
  }

  @Test
  void whatAKilledRunLeftIsEndedByTheNextWhileOthersLive() throws Exception {
    String manifest =
        pod("twice").running("main", containerd.image()).with(memory()).graceSeconds(1).yaml();
    try (RunningCommand alive = run(manifest);
        RunningCommand killed = run(manifest)) {
      alive.awaitLine(READY);
      killed.awaitLine(READY);
      assertThat(uids("twice")).as("runs do not know of one another").hasSize(2);
      killed.signal("KILL");
      killed.awaitEnd();
      assertThat(runs()).hasSize(2);

      List<String> before = uids("twice");
      String next =
          pod("next").container("main", containerd.image(), "exit 0").restartPolicy("Never").yaml();
      try (RunningCommand run = run(next, "--once")) {
        run.awaitLine("ending what a killed run left: twice of ");
        assertThat(run.awaitEnd()).as(run.output().toString()).isZero();
      }
      List<String> after = uids("twice");
      assertThat(after).hasSize(1);
      assertThat(leftOf(before.stream().filter(uid -> !after.contains(uid)).toList())).isEmpty();
      assertThat(runtime.containers())
          .filteredOn(c -> after.contains(c.getLabelsMap().get("io.kubernetes.pod.uid")))
          .hasSize(1);
      assertThat(runs()).hasSize(1);

      alive.signal("TERM");
      assertThat(alive.awaitEnd()).isEqualTo(143);
      assertThat(leftOf(before)).isEmpty();
      assertThat(runs()).isEmpty();
    }
  }

  private static String memory() {
    return "volumeMounts: [{name: memory, mountPath: /memory}]";
  }

  @Test
  void anImageThatCannotBePulledIsToldInTheWordsOfTheRuntime() throws Exception {
    String manifest =
        pod("absent").container("main", "127.0.0.1:1/none:1", "exit 0").graceSeconds(1).yaml();
    try (RunningCommand run = run(manifest, "--timeout=3s")) {
      assertThat(run.awaitLine("container main: ")).contains("ErrImagePull", "connection refused");
      run.awaitLine("jubelet: absent did not become ready within 3s: container main: ");
      assertThat(run.awaitEnd()).isEqualTo(124);
      assertThat(runs()).isEmpty();
    }
  }

  @Test
  void severalDocumentsAreOneRun() throws Exception {
    String manifest =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: words}
        data: {WORD: hello}
        ---
        %s---
        %s\
        """
            .formatted(
                Manifests.pod("first")
                    .container("main", containerd.image(), "echo $WORD; exit 0")
                    .with("envFrom: [{configMapRef: {name: words}}]")
                    .yaml(),
                Manifests.pod("second")
                    .container("main", containerd.image(), "echo other; exit 4")
                    .yaml());
    try (RunningCommand run = run(manifest, "--once")) {
      assertThat(run.awaitEnd()).as(run.output().toString()).isEqualTo(4);
      assertThat(run.output())
          .contains("first/main | hello", "second/main | other")
          .anyMatch(line -> line.matches("first-\\S+ succeeded"));
    }
  }
}
