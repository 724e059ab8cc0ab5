package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The agent is killed with -9 while it is held in the middle of making the volumes of a pod, of
 * binding parts of them, and of unmounting both. Each kind of volume is there twice: once before
 * and once after what holds the agent.
 */
@NeedsContainerd(ContainerdGeneration.TWO)
final class VolumeRestartIT extends NodeSuite {
  private static final String STAY = "trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  private static final String OBJECTS =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: settings}
      data: {mode: fast}
      ---
      apiVersion: v1
      kind: Secret
      metadata: {name: keys}
      stringData: {token: hush}
      """;

  @TempDir Path shared;
  @TempDir Path volumeGate;
  @TempDir Path partGate;
  @TempDir Path spies;

  VolumeRestartIT(PrivateContainerd containerd) {
    super(containerd);
  }

  /** The agent's own calls of the programs that mount are noticed; it is to need none. */
  @Override
  @BeforeEach
  void start() {
    for (String program : List.of("mount", "umount")) {
      try {
        Path spy = spies.resolve(program);
        Files.writeString(
            spy,
            "#!/bin/sh\necho \"$0 $*\" >> "
                + spies
                + "/called\nexec /bin/"
                + program
                + " \"$@\"\n");
        Files.setPosixFilePermissions(spy, PosixFilePermissions.fromString("rwxr-xr-x"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    startAgain();
  }

  private void startAgain() {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("-v=4");
    node.launch(command, Map.of("PATH", spies + ":" + System.getenv("PATH")));
    node.awaitAnswer();
  }

  @Test
  void aPodComesUpWholeAndGoesWithoutATrace() throws IOException {
    Files.writeString(Files.createDirectory(shared.resolve("part")).resolve("precious"), "x");
    String uid;
    try (HungMount volumes = new HungMount(volumeGate);
        HungMount parts = new HungMount(partGate)) {
      node.apply("objects.yaml", OBJECTS);
      node.apply("all.yaml", manifest());
      uid = node.await("all", "is known", pod -> true).getMetadata().getUid();
      killWhileVolumesAreMade(uid);
      volumes.letGo();
      startAgain();
      killWhilePartsAreBound(uid);
      parts.letGo();
      startAgain();
      awaitWhole(uid);
    }
    killWhilePartsAreUnmounted(uid);
    killWhileVolumesAreUnmounted(uid);
    startAgain();
    node.await("its directory is gone", () -> !Files.exists(directory(uid)));
    node.awaitGone("all");
    assertThat(mountedIn(directory(uid))).isEmpty();
    assertThat(shared.resolve("part/precious")).hasContent("x");
    assertThat(spies.resolve("called")).doesNotExist();
  }

  private void killWhileVolumesAreMade(String uid) {
    Path volumes = directory(uid).resolve("volumes");
    node.await(
        "the volumes before the gate are made",
        () -> Files.exists(volumes.resolve("kubernetes.io~projected/all1/..data")));
    node.killKubelet();
    assertThat(volumes.resolve("kubernetes.io~empty-dir/disk2")).doesNotExist();
    assertThat(mountedIn(volumes)).hasSize(4);
  }

  private void killWhilePartsAreBound(String uid) {
    node.await("the first container has looked", () -> Files.exists(shared.resolve("done")));
    node.killKubelet();
    assertThat(mountedIn(directory(uid).resolve("volume-subpaths/late"))).isEmpty();
    assertThat(mountedIn(directory(uid).resolve("volume-subpaths"))).hasSize(13);
  }

  private void awaitWhole(String uid) {
    Pod pod = node.awaitReady("all");
    assertThat(pod.getMetadata().getUid()).isEqualTo(uid);
    assertThat(pod.getStatus().getContainerStatuses())
        .extracting(ContainerStatus::getRestartCount)
        .containsExactly(0, 0);
    assertThat(mountedIn(directory(uid).resolve("volume-subpaths"))).hasSize(14);
    assertThat(mountedIn(directory(uid).resolve("volumes"))).hasSize(8);
    String half = "fasthush" + TestNode.podName("all") + "hush";
    assertThat(shared.resolve("seen")).content().isEqualTo(half + "\n" + half + "\n2\n");
    assertThat(shared.resolve("parts")).content().isEqualTo(half + "\n" + half + "\n");
    assertThat(shared.resolve("part/written")).hasContent("shared");
  }

  /** A file that is open keeps its mount, so the agent gets no further. */
  private void killWhilePartsAreUnmounted(String uid) throws IOException {
    Path part = only(directory(uid).resolve("volume-subpaths/memory1/main"));
    try (InputStream held = Files.newInputStream(part.resolve("written"))) {
      node.remove("all");
      node.await(
          "one part is left",
          () -> mountedIn(directory(uid).resolve("volume-subpaths")).size() == 1);
      node.killKubelet();
      assertThat(held.read()).isEqualTo('m');
    }
    assertThat(mountedIn(directory(uid).resolve("volumes"))).hasSize(8);
  }

  private void killWhileVolumesAreUnmounted(String uid) throws IOException {
    Path memory = directory(uid).resolve("volumes/kubernetes.io~empty-dir/memory1");
    try (InputStream held = Files.newInputStream(memory.resolve("part/written"))) {
      startAgain();
      node.await("one volume is left", () -> mountedIn(directory(uid)).size() == 1);
      node.killKubelet();
      assertThat(held.read()).isEqualTo('m');
    }
    assertThat(memory.resolve("part/written")).hasContent("memory1");
  }

  private Path directory(String uid) {
    return node.root().resolve("pods").resolve(uid);
  }

  private static List<MountTable.Mount> mountedIn(Path top) {
    return MountTable.read(MountTable.FILE).at(top);
  }

  private static Path only(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList().getFirst();
    }
  }

  private String manifest() {
    String looks =
        "cd /; for i in 1 2; do echo $(cat config$i/mode secret$i/token self$i/name all$i/token)"
            + " >> /shared/seen; echo $(cat p/config$i p/secret$i p/self$i p/all$i) >> /shared/parts;"
            + " echo disk$i > p/disk$i/written; echo memory$i > p/memory$i/written; done;"
            + " cat image/etc/jubelet-image >> /shared/seen; echo shared > p/shared/written;"
            + " touch /shared/done; ";
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: all}
        spec:
          terminationGracePeriodSeconds: 1
          volumes:
        %s  - {name: gate, hostPath: {path: %s, type: Directory}}
        %s  - {name: image, image: {reference: "%s", pullPolicy: IfNotPresent}}
          - {name: shared, hostPath: {path: %s, type: Directory}}
          - {name: late, hostPath: {path: %s}}
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "%s"]
            volumeMounts:
            - {name: gate, mountPath: /gate}
            - {name: image, mountPath: /image}
            - {name: shared, mountPath: /shared}
            - {name: shared, mountPath: /p/shared, subPath: part}
        %s%s  - name: late
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "%s"]
            volumeMounts: [{name: late, mountPath: /late, subPath: part}]
        """
        .formatted(
            volumes(1),
            volumeGate,
            volumes(2),
            containerd.nextImage(),
            shared,
            partGate,
            containerd.image(),
            looks + STAY,
            mounts(1),
            mounts(2),
            containerd.image(),
            STAY);
  }

  private static String volumes(int number) {
    return """
          - {name: disk%1$d, emptyDir: {}}
          - {name: memory%1$d, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
          - {name: config%1$d, configMap: {name: settings}}
          - {name: secret%1$d, secret: {secretName: keys}}
          - {name: self%1$d, downwardAPI: {items: [{path: name, fieldRef: {fieldPath: metadata.name}}]}}
          - {name: all%1$d, projected: {sources: [{secret: {name: keys}}, {configMap: {name: settings}}]}}
        """
        .formatted(number);
  }

  private static String mounts(int number) {
    StringBuilder mounts = new StringBuilder();
    Map.of(
            "disk", "part", "memory", "part", "config", "mode", "secret", "token", "self", "name",
            "all", "token")
        .forEach(
            (volume, part) ->
                mounts.append(
                    """
                        - {name: %1$s%2$d, mountPath: /%1$s%2$d}
                        - {name: %1$s%2$d, mountPath: /p/%1$s%2$d, subPath: %3$s}
                    """
                        .formatted(volume, number, part)));
    return mounts.toString();
  }
}
