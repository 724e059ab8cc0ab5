package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMountStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Volumes as containers see them; what they see they write into a directory of the host. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class VolumeIT extends NodeSuite {
  private static final String STAY =
      "echo done > /shared/done; trap 'exit 0' TERM; while :; do sleep 3600 & wait; done";

  /** Writes what it sees each fifth of a second, whole or not at all. */
  private static final String FOLLOW =
      "trap 'exit 0' TERM; while :; do echo $(cat /cfg/mode) $(cat /all/token) > /shared/.new;"
          + " mv /shared/.new /shared/follow; sleep 0.2; done";

  @TempDir Path shared;

  VolumeIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aVolumeInMemoryHasItsSizeAndEndsWithThePod() {
    apply(
        "memory",
        "grep ' /cache ' /proc/mounts > /shared/mount; touch /cache/file && " + STAY,
        "[{name: cache, emptyDir: {medium: Memory, sizeLimit: 1Mi}}]",
        "[{name: cache, mountPath: /cache}]");
    String uid = node.awaitReady("memory").getMetadata().getUid();
    awaitDone();
    assertThat(shared.resolve("mount")).content().contains("tmpfs").contains("size=1024k");
    assertThat(mountedOf(uid)).extracting(MountTable.Mount::type).containsExactly("tmpfs");
    end("memory", uid);
  }

  @Test
  void hugePagesAreThereForThePodThatAsksForThem() throws IOException {
    try (ReservedPages _ = ReservedPages.reserve(2)) {
      // What the machine has is read at the start.
      node.stopKubelet();
      node.startKubelet();
      node.apply(
          "huge.yaml",
          """
          apiVersion: v1
          kind: Pod
          metadata: {name: huge}
          spec:
            volumes:
            - {name: pages, emptyDir: {medium: HugePages}}
            - {name: shared, hostPath: {path: %s}}
            containers:
            - name: main
              image: %s
              imagePullPolicy: IfNotPresent
              command: [sh, -c, "grep ' /pages ' /proc/mounts > /shared/mount; %s"]
              resources: {limits: {memory: 32Mi, hugepages-2Mi: 4Mi}}
              volumeMounts:
              - {name: pages, mountPath: /pages}
              - {name: shared, mountPath: /shared}
          """
              .formatted(shared, containerd.image(), STAY));
      String uid = node.awaitReady("huge").getMetadata().getUid();
      awaitDone();
      assertThat(shared.resolve("mount")).content().contains("hugetlbfs").contains("pagesize=2M");
      assertThat(mountedOf(uid)).extracting(MountTable.Mount::type).containsExactly("hugetlbfs");
      end("huge", uid);
    }
  }

  @Test
  void aPodThatHasSucceededKeepsNothingMounted() {
    node.apply(
        "brief.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: brief}
        spec:
          restartPolicy: Never
          volumes: [{name: cache, emptyDir: {medium: Memory}}]
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "echo x > /part/file"]
            volumeMounts:
            - {name: cache, mountPath: /cache}
            - {name: cache, mountPath: /part, subPath: part}
        """
            .formatted(containerd.image()));
    String uid = node.awaitPhase("brief", "Succeeded").getMetadata().getUid();
    Path directory = node.root().resolve("pods/" + uid);
    node.await("its volumes are gone", () -> !Files.exists(directory.resolve("volumes")));
    assertThat(mountedOf(uid)).isEmpty();
    assertThat(directory).isDirectory();
    end("brief", uid);
  }

  @Test
  void aPodReadsAboutItselfAndCannotWriteThere() {
    apply(
        "self",
        "cat /self/labels > /shared/labels; cat /self/deep/name > /shared/name;"
            + " ls -a /self > /shared/listing; touch /self/new 2> /shared/refusal; "
            + STAY,
        """
        [{name: self, downwardAPI: {items: [
          {path: labels, fieldRef: {fieldPath: metadata.labels}},
          {path: deep/name, fieldRef: {fieldPath: metadata.name}}]}}]""",
        "[{name: self, mountPath: /self}]");
    String uid = node.awaitReady("self").getMetadata().getUid();
    awaitDone();
    assertThat(shared.resolve("labels")).hasContent("app=\"it\"");
    assertThat(shared.resolve("name")).hasContent(TestNode.podName("self"));
    assertThat(shared.resolve("listing")).content().contains("..data\n", "..20", "deep\n");
    assertThat(shared.resolve("refusal")).content().contains("Read-only file system");
    end("self", uid);
  }

  @Test
  void aPartOfAVolumeOutlivesItsContainerAndTheAgent() throws IOException {
    apply(
        "part",
        "echo started >> /part/log; cat /mine/log >> /shared/seen; " + STAY,
        "[{name: data, emptyDir: {}}]",
        """
        [{name: data, mountPath: /part, subPath: logs/main},
         {name: data, mountPath: /mine, subPathExpr: logs/$(WHO)}]""");
    Pod pod = node.awaitReady("part");
    String uid = pod.getMetadata().getUid();
    awaitDone();
    assertThat(mountedOf(uid)).hasSize(2);
    node.killKubelet();
    killContainer(pod);
    node.startKubelet();
    Pod again =
        node.await(
            "part", "runs again", p -> TestNode.isReady(p) && only(p).getRestartCount() == 1);
    killContainer(again);
    node.await(
        "part", "runs once more", p -> TestNode.isReady(p) && only(p).getRestartCount() == 2);
    Path data = node.root().resolve("pods/" + uid + "/volumes/kubernetes.io~empty-dir/data");
    assertThat(Files.readAllLines(data.resolve("logs/main/log")))
        .containsExactly("started", "started", "started");
    assertThat(mountedOf(uid)).hasSize(2);
    end("part", uid);
  }

  @Test
  void filesOfObjectsChangeUnderARunningContainerAndWhileTheAgentIsDead() throws IOException {
    node.apply("objects.yaml", objects("one"));
    apply(
        "files",
        "cat /cfg/mode /all/token > /shared/first; stat -c %a /all/..data/token > /shared/mode; "
            + FOLLOW,
        """
        [{name: cfg, configMap: {name: settings}},
         {name: all, projected: {defaultMode: 256, sources: [
           {secret: {name: keys}}, {configMap: {name: absent, optional: true}}]}}]""",
        "[{name: cfg, mountPath: /cfg}, {name: all, mountPath: /all}]");
    Pod before = node.awaitReady("files");
    String uid = before.getMetadata().getUid();
    node.await("the container has looked", () -> text("follow").equals("one secret-one"));
    assertThat(text("mode")).isEqualTo("400");
    node.apply("objects.yaml", objects("two"));
    node.await("it sees the change", () -> text("follow").equals("two secret-two"));
    node.killKubelet();
    node.apply("objects.yaml", objects("three"));
    node.startKubelet();
    node.await("it sees what changed meanwhile", () -> text("follow").equals("three secret-three"));
    assertThat(only(node.awaitReady("files")).getContainerID())
        .isEqualTo(only(before).getContainerID());
    assertThat(mountedOf(uid)).extracting(MountTable.Mount::type).containsExactly("tmpfs");
    end("files", uid);
  }

  @Test
  void aPodWaitsForItsConfigMapAndStartsWhenItComes() {
    apply(
        "late",
        STAY,
        "[{name: cfg, configMap: {name: settings}}]",
        "[{name: cfg, mountPath: /cfg}]");
    node.await("an event says why", () -> node.log().contains("FailedMount"));
    assertThat(node.log()).contains("MountVolume.SetUp failed for volume").contains("not found");
    assertThat(node.find("late").orElseThrow().getStatus().getPhase()).isEqualTo("Pending");
    node.apply("objects.yaml", objects("one"));
    node.awaitReady("late");
  }

  private static String objects(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {mode: %1$s}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: keys}
        stringData: {token: secret-%1$s}
        """
        .formatted(value);
  }

  private String text(String file) {
    try {
      return Files.readString(shared.resolve(file)).strip();
    } catch (IOException e) {
      return "";
    }
  }

  @Test
  void aMountOfOneContainerIsSeenByAnotherAndGoesWithThePod() {
    node.apply(
        "spread.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: spread}
        spec:
          terminationGracePeriodSeconds: 5
          volumes:
          - {name: shared, hostPath: {path: %1$s, type: Directory}}
          - {name: data, emptyDir: {}}
          containers:
          - name: mounter
            image: %2$s
            imagePullPolicy: IfNotPresent
            securityContext: {privileged: true}
            command: [sh, -c, "mkdir /data/m; mount -t tmpfs mine /data/m; echo hello > /data/m/word; %3$s"]
            volumeMounts:
            - {name: shared, mountPath: /shared}
            - {name: data, mountPath: /data, mountPropagation: Bidirectional}
          - name: reader
            image: %2$s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "until cat /data/m/word > /shared/word; do sleep 0.1; done; %3$s"]
            volumeMounts:
            - {name: shared, mountPath: /shared}
            - {name: data, mountPath: /data, mountPropagation: HostToContainer, readOnly: true}
        """
            .formatted(shared, containerd.image(), STAY));
    String uid = node.awaitReady("spread").getMetadata().getUid();
    node.await("the other sees the mount", () -> text("word").equals("hello"));
    assertThat(mountedOf(uid)).extracting(MountTable.Mount::type).contains("tmpfs");
    end("spread", uid);
  }

  @Test
  void aRecursivelyReadOnlyMountTakesNoWrites() {
    apply(
        "frozen",
        "touch /data/file 2> /shared/refusal; " + STAY,
        "[{name: data, emptyDir: {}}]",
        "[{name: data, mountPath: /data, readOnly: true, recursiveReadOnly: Enabled},"
            + " {name: data, mountPath: /too, readOnly: true, recursiveReadOnly: IfPossible}]");
    Pod pod = node.awaitReady("frozen");
    assertThat(only(pod).getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("data"))
        .extracting(VolumeMountStatus::getRecursiveReadOnly)
        .containsExactly("Enabled", "Enabled");
    String uid = pod.getMetadata().getUid();
    awaitDone();
    assertThat(text("refusal")).contains("Read-only file system");
    end("frozen", uid);
  }

  @Test
  void aPartThatLeadsOutOfTheVolumeIsRefused() throws IOException {
    Files.createSymbolicLink(shared.resolve("trap"), Path.of("/etc"));
    apply("trapped", STAY, "[]", "[{name: shared, mountPath: /trap, subPath: trap}]");
    Pod pod =
        node.await(
            "trapped",
            "says why it waits",
            p ->
                !p.getStatus().getContainerStatuses().isEmpty()
                    && only(p).getState().getWaiting() != null
                    && "CreateContainerConfigError"
                        .equals(only(p).getState().getWaiting().getReason()));
    assertThat(only(pod).getState().getWaiting().getMessage())
        .startsWith("failed to prepare subPath for volumeMount \"shared\" of container \"main\"");
  }

  private void apply(String name, String script, String volumes, String mounts) {
    String ownVolumes = volumes.strip().substring(1);
    String ownMounts = mounts.strip().substring(1);
    node.apply(
        name + ".yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, labels: {app: it}}
        spec:
          terminationGracePeriodSeconds: 5
          volumes: [{name: shared, hostPath: {path: %s, type: Directory}}%s%s
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: [sh, -c, "%s"]
            env: [{name: WHO, value: main}]
            volumeMounts: [{name: shared, mountPath: /shared}%s%s
        """
            .formatted(
                name,
                shared,
                ownVolumes.equals("]") ? "" : ", ",
                ownVolumes,
                containerd.image(),
                script,
                ownMounts.equals("]") ? "" : ", ",
                ownMounts));
  }

  private void awaitDone() {
    node.await("the container has looked", () -> Files.exists(shared.resolve("done")));
  }

  /** Removes the pod; its directory goes, and nothing stays mounted in it. */
  private void end(String name, String uid) {
    node.remove(name);
    node.awaitGone(name);
    node.await("its directory is gone", () -> !Files.exists(node.root().resolve("pods/" + uid)));
    assertThat(mountedOf(uid)).isEmpty();
  }

  private List<MountTable.Mount> mountedOf(String uid) {
    return MountTable.read(MountTable.FILE).at(node.root().resolve("pods/" + uid));
  }

  private void killContainer(Pod pod) {
    String id = only(pod).getContainerID();
    containerd.ctr("tasks", "kill", "-s", "SIGKILL", id.substring(id.indexOf("://") + 3));
  }

  private static ContainerStatus only(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }
}
