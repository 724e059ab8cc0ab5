package dev.jubelet.it.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.resource.NodeCapacity;
import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The cgroups that the agent makes, with version 1, in the kernel itself. */
@NeedsContainerd(ContainerdGeneration.TWO)
final class CgroupIT extends NodeSuite {
  private static final Path ALL = Path.of("/sys/fs/cgroup");
  private static final long MI = 1L << 20;

  CgroupIT(PrivateContainerd containerd) {
    super(
        containerd,
        """
        podPidsLimit: 300
        kubeReserved: {cpu: 100m, memory: 512Mi, pid: "1000"}
        """);
  }

  @BeforeAll
  static void assumeVersionOne() {
    assumeTrue(
        !Files.exists(ALL.resolve("cgroup.controllers")),
        "this machine has cgroup v2; SystemdCgroupIT looks at that");
  }

  @Test
  void podsAreHeldToTheirValuesAlsoAfterACrash() {
    long pids = NodeCapacity.processes(Path.of("/proc"));
    awaitFile("pids", "", "pids.max", Long.toString(pids - 1000));
    assertThat(file("cpu", "besteffort", "cpu.shares")).isEqualTo("2");

    apply("some", "{requests: {cpu: 300m, memory: 16Mi}, limits: {cpu: 500m, memory: 64Mi}}");
    apply("sure", "{limits: {cpu: 250m, memory: 48Mi}}");
    apply("rest", "{}");
    Pod some = node.awaitReady("some");
    String place = "burstable/pod" + uid(some);
    assertThat(file("cpu", place, "cpu.shares")).isEqualTo("307");
    assertThat(file("cpu", place, "cpu.cfs_quota_us")).isEqualTo("50000");
    assertThat(file("memory", place, "memory.limit_in_bytes")).isEqualTo(Long.toString(64 * MI));
    assertThat(file("pids", place, "pids.max")).isEqualTo("300");
    String sure = "pod" + uid(node.awaitReady("sure"));
    assertThat(file("cpu", sure, "cpu.shares")).isEqualTo("256");
    assertThat(file("cpu", sure, "cpu.cfs_quota_us")).isEqualTo("25000");
    assertThat(file("memory", sure, "memory.limit_in_bytes")).isEqualTo(Long.toString(48 * MI));
    String rest = "besteffort/pod" + uid(node.awaitReady("rest"));
    assertThat(file("cpu", rest, "cpu.shares")).isEqualTo("2");
    assertThat(file("cpu", rest, "cpu.cfs_quota_us")).isEqualTo("-1");
    awaitFile("cpu", "burstable", "cpu.shares", "307");

    node.killKubelet();
    write("cpu", place, "cpu.shares", "1000");
    write("cpu", "burstable", "cpu.shares", "77");
    node.startKubelet();
    awaitFile("cpu", place, "cpu.shares", "307");
    awaitFile("cpu", "burstable", "cpu.shares", "307");
    assertThat(containerOf(node.awaitReady("some"))).isEqualTo(containerOf(some));
    assertThat(node.log()).contains("Somebody had changed the cgroup of a pod");

    node.remove("some");
    node.awaitGone("some");
    awaitFile("cpu", "burstable", "cpu.shares", "2");
    assertThat(place("cpu", place)).doesNotExist();
    assertThat(node.page("/metrics").orElseThrow())
        .contains("kubelet_cgroup_manager_duration_seconds_count{operation_type=\"destroy\"}")
        .contains("kubelet_cgroup_version 1");
  }

  @Test
  void aPodStatesResourcesForItself() {
    node.apply(
        Manifests.pod("own")
            .running("main", containerd.image())
            .spec("  resources: {requests: {cpu: 200m}, limits: {cpu: 400m, memory: 96Mi}}"),
        "own");
    Pod own = node.awaitReady("own");
    String place = "burstable/pod" + uid(own);
    assertThat(file("cpu", place, "cpu.shares")).isEqualTo("204");
    assertThat(file("cpu", place, "cpu.cfs_quota_us")).isEqualTo("40000");
    assertThat(file("memory", place, "memory.limit_in_bytes")).isEqualTo(Long.toString(96 * MI));
    assertThat(own.getStatus().getQosClass()).isEqualTo("Burstable");
    String container = place + "/" + containerOf(own).replaceFirst(".*//", "");
    assertThat(file("memory", container, "memory.limit_in_bytes"))
        .isEqualTo(Long.toString(96 * MI));
  }

  private void apply(String name, String resources) {
    node.apply(
        Manifests.pod(name).running("main", containerd.image()).with("resources: " + resources),
        name);
  }

  private static String uid(Pod pod) {
    return pod.getMetadata().getUid();
  }

  private static String containerOf(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getContainerID();
  }

  private Path place(String controller, String cgroup) {
    return ALL.resolve(controller)
        .resolve(containerd.cgroup().substring(1))
        .resolve("kubepods")
        .resolve(cgroup);
  }

  private String file(String controller, String cgroup, String file) {
    return number(place(controller, cgroup).resolve(file));
  }

  private void awaitFile(String controller, String cgroup, String file, String value) {
    node.await(
        cgroup + "/" + file + " is " + value, () -> file(controller, cgroup, file).equals(value));
  }

  private void write(String controller, String cgroup, String file, String value) {
    try {
      Files.writeString(place(controller, cgroup).resolve(file), value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String number(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
