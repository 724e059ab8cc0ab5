package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a static pod goes through; run on each generation of containerd. */
abstract class StaticPodSuite extends NodeSuite {
  StaticPodSuite(PrivateContainerd containerd) {
    super(containerd);
  }

  /** Whether this generation is too old for a coming release. */
  abstract boolean losesSupport();

  @Test
  void aPodComesUpWithAddressConditionsAndContainerStatus() {
    node.apply(Manifests.pod("web").running("main", image()), "web");
    Pod pod = node.awaitReady("web");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
    assertThat(pod.getStatus().getPodIP()).isNotBlank();
    assertThat(pod.getStatus().getHostIP()).isEqualTo(containerd.gateway());
    assertThat(pod.getStatus().getQosClass()).isEqualTo("BestEffort");
    assertThat(pod.getStatus().getConditions())
        .extracting(PodCondition::getType)
        .containsExactlyInAnyOrder(
            "PodReadyToStartContainers", "Initialized", "Ready", "ContainersReady", "PodScheduled");
    ContainerStatus container = only(pod);
    assertThat(container.getContainerID()).startsWith("containerd://");
    assertThat(container.getState().getRunning().getStartedAt()).isNotBlank();
    assertThat(container.getRestartCount()).isZero();
    assertThat(pod.getMetadata().getAnnotations())
        .containsEntry("kubernetes.io/config.source", "file")
        .containsEntry("kubernetes.io/config.hash", pod.getMetadata().getUid());
    assertThat(node.page("/metrics").orElseThrow().contains("kubelet_cri_losing_support"))
        .isEqualTo(losesSupport());
  }

  @Test
  void aKilledContainerIsSeenAndStartedAgain() {
    node.apply(Manifests.pod("phoenix").running("main", image()), "phoenix");
    String first = only(node.awaitReady("phoenix")).getContainerID();
    kill(first);
    Pod again =
        node.await(
            "phoenix",
            "runs again",
            pod -> TestNode.isReady(pod) && only(pod).getRestartCount() == 1);
    assertThat(only(again).getContainerID()).isNotEqualTo(first);
    assertThat(only(again).getLastState().getTerminated().getExitCode()).isEqualTo(137);
    assertThat(only(again).getLastState().getTerminated().getContainerID()).isEqualTo(first);
  }

  @Test
  void aContainerThatKeepsFailingWaitsInCrashLoopBackOff() {
    node.apply(Manifests.pod("crash").container("main", image(), "exit 3"), "crash");
    Pod pod =
        node.await(
            "crash",
            "is in back-off",
            p ->
                only(p).getState() != null
                    && only(p).getState().getWaiting() != null
                    && "CrashLoopBackOff".equals(only(p).getState().getWaiting().getReason()));
    assertThat(only(pod).getState().getWaiting().getMessage())
        .contains("back-off 10s restarting failed container=main");
    assertThat(only(pod).getLastState().getTerminated().getExitCode()).isEqualTo(3);
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
  }

  @Test
  void aPodThatMayEndEndsWithItsOutcome() {
    node.apply(
        Manifests.pod("good").restartPolicy("Never").container("main", image(), "exit 0"), "good");
    node.apply(
        Manifests.pod("bad").restartPolicy("Never").container("main", image(), "exit 7"), "bad");
    assertThat(only(node.awaitPhase("good", "Succeeded")).getState().getTerminated().getReason())
        .isEqualTo("Completed");
    assertThat(only(node.awaitPhase("bad", "Failed")).getState().getTerminated().getExitCode())
        .isEqualTo(7);
  }

  @Test
  void initContainersRunOneAfterAnotherBeforeTheOthers() {
    node.apply(
        Manifests.pod("init")
            .spec("  volumes: [{name: v, emptyDir: {}}]")
            .init("one", image(), "echo one")
            .init("two", image(), "echo two")
            .running("main", image()),
        "init");
    Pod pod = node.awaitReady("init");
    List<ContainerStatus> inits = pod.getStatus().getInitContainerStatuses();
    assertThat(inits).extracting(ContainerStatus::getName).containsExactly("one", "two");
    assertThat(inits)
        .allSatisfy(c -> assertThat(c.getState().getTerminated().getExitCode()).isZero());
    assertThat(inits.get(1).getState().getTerminated().getStartedAt())
        .isGreaterThanOrEqualTo(inits.get(0).getState().getTerminated().getFinishedAt());
  }

  @Test
  void aRemovedManifestLeavesNothing() throws IOException {
    node.apply(Manifests.pod("short").running("main", image()), "short");
    String uid = node.awaitReady("short").getMetadata().getUid();
    assertThat(cgroupsOf(uid)).isNotEmpty();
    node.remove("short");
    node.awaitGone("short");
    node.await("its directory is gone", () -> !Files.exists(node.root().resolve("pods/" + uid)));
    assertThat(node.podLogs()).isEmptyDirectory();
    assertThat(node.podLogs().resolveSibling("containers")).isEmptyDirectory();
    assertThat(cgroupsOf(uid)).isEmpty();
  }

  @Test
  @Rule({"4.4", "17.2"})
  void aChangedManifestReplacesThePodUnderTheSameName() {
    node.apply(Manifests.pod("change").running("main", image()), "change");
    Pod before = node.awaitReady("change");
    node.apply(Manifests.pod("change").running("main", containerd.nextImage()), "change");
    Pod after =
        node.await(
            "change",
            "is another pod",
            pod ->
                TestNode.isReady(pod)
                    && !pod.getMetadata().getUid().equals(before.getMetadata().getUid()));
    assertThat(only(after).getImage()).contains(containerd.nextImage());
    assertThat(only(after).getRestartCount()).isZero();
  }

  @Test
  void anUnknownImageHoldsUpItsOwnPodOnly() {
    node.apply(
        Manifests.pod("noimage").running("main", "localhost/jubelet/no-such-image:1"), "noimage");
    node.apply(Manifests.pod("neighbour").running("main", image()), "neighbour");
    node.awaitReady("neighbour");
    Pod pod =
        node.await(
            "noimage",
            "says why it waits",
            p ->
                only(p).getState() != null
                    && only(p).getState().getWaiting() != null
                    && List.of("ErrImagePull", "ImagePullBackOff")
                        .contains(only(p).getState().getWaiting().getReason()));
    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
  }

  @Test
  @Rule("13.3")
  void requestsAndLimitsReachTheKernel() throws IOException {
    node.apply(
        "limits.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: limits}
        spec:
          terminationGracePeriodSeconds: 1
          containers:
          - name: main
            image: %s
            imagePullPolicy: IfNotPresent
            command: ["sh", "-c", "trap 'exit 0' TERM; sleep 3600 & wait"]
            resources:
              requests: {cpu: 250m, memory: 16Mi}
              limits: {cpu: 500m, memory: 32Mi}
        """
            .formatted(image()));
    Pod pod = node.awaitReady("limits");
    assertThat(pod.getStatus().getQosClass()).isEqualTo("Burstable");
    List<String> found = new ArrayList<>();
    for (Path cgroup : cgroupsOf(pod.getMetadata().getUid())) {
      try (Stream<Path> files = Files.walk(cgroup)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (name.equals("memory.limit_in_bytes")
              || name.equals("memory.max")
              || name.equals("cpu.shares")
              || name.equals("cpu.cfs_quota_us")) {
            found.add(name + "=" + Files.readString(file).strip());
          }
        }
      }
    }
    assertThat(found)
        .containsAnyOf("memory.limit_in_bytes=33554432", "memory.max=33554432")
        .contains("cpu.shares=256", "cpu.cfs_quota_us=50000");
  }

  @Test
  @Rule("4.7")
  void aKubeletKilledAndStartedAgainDisturbsNothing() {
    node.apply(Manifests.pod("stays").running("main", image()), "stays");
    node.apply(
        Manifests.pod("done").restartPolicy("Never").container("main", image(), "exit 0"), "done");
    node.apply(Manifests.pod("leaves").running("main", image()), "leaves");
    String stays = only(node.awaitReady("stays")).getContainerID();
    String done =
        only(node.awaitPhase("done", "Succeeded")).getState().getTerminated().getContainerID();
    node.awaitReady("leaves");
    node.killKubelet();
    node.remove("leaves");
    node.startKubelet();
    assertThat(only(node.awaitReady("stays")).getContainerID()).isEqualTo(stays);
    assertThat(only(node.find("stays").orElseThrow()).getRestartCount()).isZero();
    assertThat(
            only(node.awaitPhase("done", "Succeeded")).getState().getTerminated().getContainerID())
        .isEqualTo(done);
    node.awaitGone("leaves");
  }

  @Test
  void aContainerdThatRestartsLosesNoPod() {
    node.apply(Manifests.pod("survivor").running("main", image()), "survivor");
    String id = only(node.awaitReady("survivor")).getContainerID();
    containerd.stopDaemon();
    node.apply(Manifests.pod("later").running("main", image()), "later");
    containerd.startDaemon();
    node.awaitReady("later");
    assertThat(only(node.awaitReady("survivor")).getContainerID()).isEqualTo(id);
    kill(id);
    node.await("survivor", "is restarted", pod -> only(pod).getRestartCount() == 1);
  }

  @Test
  void theProcessIsCalledKubelet() throws IOException {
    Path proc = Path.of("/proc", Long.toString(node.pid()));
    assertThat(proc.resolve("comm")).content().isEqualTo("kubelet\n");
    String commandLine = Files.readString(proc.resolve("cmdline"));
    assertThat(commandLine.substring(0, commandLine.indexOf('\0'))).endsWith("kubelet");
  }

  private String image() {
    return containerd.image();
  }

  private void kill(String containerId) {
    String id = containerId.substring(containerId.indexOf("://") + 3);
    containerd.ctr("tasks", "kill", "-s", "SIGKILL", id);
  }

  private static ContainerStatus only(Pod pod) {
    List<ContainerStatus> statuses = pod.getStatus().getContainerStatuses();
    return statuses.isEmpty()
        ? new ContainerStatusBuilder().withRestartCount(0).build()
        : statuses.getFirst();
  }

  /** The directories of the pod's cgroups in all hierarchies. */
  private List<Path> cgroupsOf(String uid) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> hierarchies = Files.list(Path.of("/sys/fs/cgroup"))) {
      for (Path hierarchy : hierarchies.toList()) {
        Path ours = hierarchy.resolve(containerd.cgroup().substring(1));
        if (Files.isDirectory(ours)) {
          try (Stream<Path> cgroups = Files.walk(ours)) {
            cgroups
                .filter(path -> path.getFileName().toString().equals("pod" + uid))
                .forEach(found::add);
          }
        }
      }
    }
    return found;
  }
}
