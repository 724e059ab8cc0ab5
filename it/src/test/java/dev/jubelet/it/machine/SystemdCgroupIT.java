package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.PrivateContainerd;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Cgroups of version 2 that systemd makes. */
final class SystemdCgroupIT extends MachineSuite {
  private static final Path ALL = Path.of("/sys/fs/cgroup");

  @Override
  void assumeMachine() {
    assumeTrue(Files.exists(ALL.resolve("cgroup.controllers")), "this machine has cgroup v1");
    assumeTrue(
        Files.isDirectory(Path.of("/run/systemd/system")), "systemd does not run this machine");
    assumeTrue(
        !Files.exists(ALL.resolve("kubepods.slice")),
        "this machine has pods of another kubelet, or had since its start");
  }

  @Override
  PrivateContainerd choose(PrivateContainerd shared) {
    return PrivateContainerd.start(ContainerdGeneration.TWO, PrivateContainerd.Cgroups.SYSTEMD);
  }

  @Override
  void endOwn(PrivateContainerd chosen) {
    chosen.close();
    Machine.run("systemctl", "stop", "kubepods.slice"); // a kubelet leaves it for the next
  }

  @Override
  String moreConfig() {
    return "cgroupRoot: /\ncgroupDriver: systemd\npodPidsLimit: 300\n"
        + "kubeReserved: {cpu: 100m, memory: 64Mi}\n";
  }

  @Test
  void allPodsAreHeldToWhatIsLeftForThem() {
    Path all = ALL.resolve("kubepods.slice");
    long memory = Long.parseLong(Machine.read(all.resolve("memory.max")).strip());
    String total = Machine.read(Path.of("/proc/meminfo")).lines().findFirst().orElseThrow();
    long has = Long.parseLong(total.replaceAll("\\D", "")) * 1024;
    assertThat(memory).isEqualTo(has - (64L << 20));
    assertThat(all.resolve("kubepods-burstable.slice")).isDirectory();
    assertThat(all.resolve("kubepods-besteffort.slice/cpu.weight")).content().isEqualTo("1\n");
  }

  @Test
  void aGuaranteedPodHasItsLimits() {
    applyWith("sure", "{limits: {cpu: 250m, memory: 64Mi}}");
    Pod pod = node.awaitReady("sure");
    Path scope = scopeOf(pod, "kubepods.slice/kubepods-pod%s.slice");
    assertThat(scope.resolve("cpu.max")).content().startsWith("25000 100000");
    assertThat(scope.resolve("memory.max")).content().startsWith("67108864");
    Path slice = sliceOf(scope);
    assertThat(slice.resolve("cpu.weight")).content().isEqualTo("10\n");
    assertThat(slice.resolve("cpu.max")).content().isEqualTo("25000 100000\n");
    assertThat(slice.resolve("memory.max")).content().isEqualTo("67108864\n");
    assertThat(slice.resolve("pids.max")).content().isEqualTo("300\n");
    assertThat(Machine.ask("systemctl", "show", slice.getFileName().toString()))
        .contains("CPUWeight=10\n", "MemoryMax=67108864\n", "TasksMax=300\n")
        .contains("CPUQuotaPerSecUSec=250ms\n");
    remove("sure");
    awaitNoCgroup(pod);
  }

  @Test
  void aBurstablePodHasItsShareAndItsLimit() {
    applyWith("part", "{requests: {cpu: 100m, memory: 16Mi}, limits: {memory: 48Mi}}");
    Pod pod = node.awaitReady("part");
    Path scope =
        scopeOf(pod, "kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod%s.slice");
    assertThat(scope.resolve("cpu.max")).content().startsWith("max ");
    assertThat(scope.resolve("memory.max")).content().startsWith("50331648");
    assertThat(sliceOf(scope).resolve("cpu.weight")).content().isEqualTo("4\n");
    assertThat(sliceOf(scope).resolve("cpu.max")).content().startsWith("max ");
    Path burstable = ALL.resolve("kubepods.slice/kubepods-burstable.slice/cpu.weight");
    node.await("the class weighs its pod", () -> Machine.read(burstable).equals("4\n"));
    remove("part");
    node.await("the class weighs nothing", () -> Machine.read(burstable).equals("1\n"));
    awaitNoCgroup(pod);
  }

  @Test
  void aPodThatAsksForNothingIsAmongTheLast() {
    applyWith("rest", "{}");
    Pod pod = node.awaitReady("rest");
    Path scope =
        scopeOf(pod, "kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod%s.slice");
    assertThat(scope.resolve("memory.max")).content().startsWith("max");
    assertThat(oomScore(scope)).isEqualTo("1000");
    remove("rest");
    awaitNoCgroup(pod);
  }

  @Test
  void aContainerThatNeedsTooMuchIsKilledForIt() {
    node.apply(
        pod("greedy", "emptyDir: {}", "exec tail /dev/zero")
            .with("resources: {limits: {memory: 24Mi}}")
            .restartPolicy("Never"),
        "greedy");
    Pod pod = node.await("greedy", "was killed", SystemdCgroupIT::wasKilledForMemory);
    remove("greedy");
    awaitNoCgroup(pod);
  }

  private static boolean wasKilledForMemory(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .map(status -> status.getState().getTerminated())
        .anyMatch(ended -> ended != null && "OOMKilled".equals(ended.getReason()));
  }

  private void applyWith(String name, String resources) {
    node.apply(pod(name, "emptyDir: {}", "true").with("resources: " + resources), name);
  }

  /** The cgroup of the pod's only container. */
  private static Path scopeOf(Pod pod, String slice) {
    String id = pod.getStatus().getContainerStatuses().getFirst().getContainerID();
    Path scope =
        ALL.resolve(slice.formatted(underscored(pod)))
            .resolve("cri-containerd-" + id.replaceFirst(".*//", "") + ".scope");
    assertThat(scope).isDirectory();
    return scope;
  }

  private static Path sliceOf(Path scope) {
    return Objects.requireNonNull(scope.getParent());
  }

  private static String underscored(Pod pod) {
    return pod.getMetadata().getUid().replace('-', '_');
  }

  private static String oomScore(Path scope) {
    String pid = Machine.read(scope.resolve("cgroup.procs")).lines().findFirst().orElseThrow();
    return Machine.read(Path.of("/proc", pid, "oom_score_adj")).strip();
  }

  private void awaitNoCgroup(Pod pod) {
    node.await("its cgroups are gone", () -> cgroupsOf(pod).isEmpty());
    assertThat(Machine.ask("systemctl", "list-units", "--all", "--plain", "--no-legend"))
        .doesNotContain(underscored(pod));
  }

  private static List<Path> cgroupsOf(Pod pod) {
    try (Stream<Path> all = Files.walk(ALL.resolve("kubepods.slice"))) {
      return all.filter(path -> path.toString().contains(underscored(pod))).toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(ALL); // changed while it was read
    }
  }
}
