package dev.jubelet.resource.cgroup;

import static dev.jubelet.resource.cgroup.PodCgroupTableTest.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Amounts;
import dev.jubelet.pod.spec.QosClass;
import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.Pods;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cgroups above those of pods, in directories that play the kernel's. */
final class NodeCgroupsTest implements NodeOfCgroups {
  private static final long GI = 1L << 30;

  @TempDir Path top;
  private final ManualTimers timers = new ManualTimers();
  private final List<ActivePod> active = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<PodUid> lost = new ArrayList<>();
  private boolean knowsAll = true;
  private int cleared;

  @Override
  public List<ActivePod> activePods() {
    return List.copyOf(active);
  }

  @Override
  public boolean knowsAllPods() {
    return knowsAll;
  }

  @Override
  public void lostCgroup(PodUid uid) {
    lost.add(uid);
  }

  @Override
  public void removeAbandoned() {
    cleared++;
  }

  @Override
  public void tell(NodeEvent.Type type, String reason, String message) {
    told.add(type.wireName() + " " + reason + " " + message);
  }

  private static NodeCgroupSettings settings(MemoryReservation memory, OptionalInt percent) {
    return new NodeCgroupSettings(3500, 7 * GI, 30_000, List.of("2MB"), memory, percent);
  }

  private static final NodeCgroupSettings PLAIN =
      settings(MemoryReservation.OFF, OptionalInt.empty());

  private NodeCgroups node(PlayedKernel kernel, NodeCgroupSettings settings) {
    CgroupNames names = new CgroupNames(CgroupDriver.CGROUPFS, "/", true);
    CgroupListener nobody = (operation, took) -> {};
    Cgroups cgroups =
        new Cgroups(kernel.mounts, names.driver(), new RecordedSlices(), nobody, timers);
    PodCgroupRules pods =
        new PodCgroupRules(
            new PodCgroupSettings(
                true, Duration.ofMillis(100), -1, List.of(), MemoryReservation.OFF));
    return new NodeCgroups(
        new NodeCgroups.Parts(
            names,
            cgroups,
            new NodeCgroupRules(settings),
            new PodCgroupKeeper(names, cgroups, pods, nobody)),
        true,
        timers);
  }

  @Test
  void allLevelsAreThereBeforeTheFirstPod() {
    PlayedKernel kernel = PlayedKernel.v1(top);
    node(kernel, PLAIN).prepare(this);
    assertThat(kernel.files("kubepods"))
        .isEqualTo(
            Map.of(
                "cpu.shares", "3584",
                "memory.limit_in_bytes", Long.toString(7 * GI),
                "pids.max", "30000",
                "cpuset.cpus", "0-3",
                "cpuset.mems", "0",
                "hugetlb.2MB.limit_in_bytes", "4611686018427387904"));
    for (String level : List.of("kubepods/burstable", "kubepods/besteffort")) {
      assertThat(kernel.files(level))
          .isEqualTo(
              Map.of(
                  "cpu.shares", "2",
                  "cpuset.cpus", "0-3",
                  "cpuset.mems", "0",
                  "hugetlb.2MB.limit_in_bytes", "4611686018427387904"));
    }
  }

  @Test
  void burstablePodsWeighWhatTheyAskForTogether() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    NodeCgroups node = node(kernel, PLAIN);
    node.prepare(this);
    active.add(new ActivePod(pod(Pods.container("a", "cpu=500m", "")), true));
    active.add(new ActivePod(pod(Pods.container("a", "cpu=1500m", "cpu=2")), true));
    active.add(new ActivePod(pod(Pods.container("a", "", "cpu=1 memory=1Gi")), true));
    node.step();
    assertThat(kernel.files("kubepods/burstable")).containsEntry("cpu.weight", "79");
    active.clear();
    node.step();
    assertThat(kernel.files("kubepods/burstable")).containsEntry("cpu.weight", "1");
    assertThat(kernel.files("kubepods"))
        .containsEntry("cpu.weight", "137")
        .containsEntry("memory.max", Long.toString(7 * GI))
        .containsEntry("cpuset.cpus", "0-3");
    assertThat(told)
        .containsExactly(
            "Normal NodeAllocatableEnforced Updated Node Allocatable limit across pods");
  }

  @Test
  void afterARestartClassesKeepTheirWeightUntilAllPodsAreKnown() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    NodeCgroups earlier = node(kernel, PLAIN);
    earlier.prepare(this);
    active.add(new ActivePod(pod(Pods.container("a", "cpu=1", "")), true));
    earlier.step();

    active.clear();
    knowsAll = false;
    NodeCgroups node = node(kernel, PLAIN);
    node.prepare(this);
    node.step();
    assertThat(kernel.files("kubepods/burstable")).containsEntry("cpu.weight", "39");
    knowsAll = true;
    node.step();
    assertThat(kernel.files("kubepods/burstable")).containsEntry("cpu.weight", "1");
  }

  @Test
  void aPodOfAnEarlierAgentIsLookedAtWhenItIsMet() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    NodeCgroups node = node(kernel, PLAIN);
    node.prepare(this);
    node.step();
    Path pod = PlayedKernel.make(top.resolve("kubepods/besteffort/pod7"));
    PlayedKernel.write(pod.resolve("cpu.weight"), "500");
    active.add(new ActivePod(pod(Pods.container("a", "", "")), false));
    node.step();
    assertThat(pod.resolve("cpu.weight")).content().isEqualTo("500");
    active.set(0, new ActivePod(active.getFirst().pod(), true));
    node.step();
    assertThat(pod.resolve("cpu.weight")).content().isEqualTo("1");
  }

  @Test
  void changedValuesArePutBackWithinAMinute() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    NodeCgroups node = node(kernel, PLAIN);
    node.prepare(this);
    node.step();
    PlayedKernel.write(top.resolve("kubepods/pids.max"), "5");
    node.step();
    assertThat(kernel.files("kubepods")).containsEntry("pids.max", "5");
    assertThat(cleared).isEqualTo(1);
    timers.advance(Duration.ofMinutes(1));
    node.step();
    assertThat(kernel.files("kubepods")).containsEntry("pids.max", "30000");
    assertThat(cleared).isEqualTo(2);
  }

  @Test
  void aPodThatRunsWithoutItsCgroupIsWokenOnce() {
    NodeCgroups node = node(PlayedKernel.v2(top), PLAIN);
    node.prepare(this);
    active.add(new ActivePod(pod(Pods.container("a", "", "")), true));
    node.step();
    timers.advance(Duration.ofMinutes(1));
    node.step();
    assertThat(lost).containsExactly(new PodUid("7"));
  }

  @Test
  void whatCannotBeEnforcedIsToldAndTriedAgain() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    PlayedKernel.make(top.resolve("kubepods/pids.max"));
    NodeCgroups node = node(kernel, PLAIN);
    node.prepare(this);
    node.step();
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith(
            "Warning FailedNodeAllocatableEnforcement"
                + " Failed to update Node Allocatable Limits \"/kubepods\": ");
    assertThat(top.resolve("kubepods/pids.max").toFile().delete()).isTrue();
    node.step();
    assertThat(told).last().asString().startsWith("Normal NodeAllocatableEnforced");
  }

  @Test
  void memoryThatBetterPodsAskForIsClosedToLesserOnes() {
    NodeCgroupRules rules =
        new NodeCgroupRules(settings(MemoryReservation.OFF, OptionalInt.of(50)));
    List<Pod> pods =
        List.of(
            pod(Pods.container("a", "", "cpu=1 memory=2Gi")),
            pod(Pods.container("a", "memory=1Gi", "")));
    assertThat(rules.of(QosClass.BURSTABLE, pods).memoryBytes()).isEqualTo(6 * GI);
    assertThat(rules.of(QosClass.BEST_EFFORT, pods).memoryBytes()).isEqualTo(6 * GI - GI / 2);
  }

  @Test
  void keptMemoryIsSummedUpwards() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    NodeCgroups node = node(kernel, settings(MemoryReservation.TIERED, OptionalInt.empty()));
    node.prepare(this);
    active.add(new ActivePod(pod(Pods.container("a", "", "cpu=1 memory=2Gi")), true));
    active.add(new ActivePod(pod(Pods.container("a", "memory=1Gi", "")), true));
    node.step();
    assertThat(kernel.files("kubepods")).containsEntry("memory.min", Long.toString(3 * GI));
    assertThat(kernel.files("kubepods/burstable")).containsEntry("memory.low", Long.toString(GI));
    assertThat(node.memoryAsked()).isEqualTo(new NodeCgroupRules.MemoryAsked(2 * GI, GI));

    NodeCgroups none = node(kernel, settings(MemoryReservation.NONE, OptionalInt.empty()));
    none.prepare(this);
    none.step();
    assertThat(kernel.files("kubepods")).containsEntry("memory.min", "0");
    assertThat(kernel.files("kubepods/burstable")).containsEntry("memory.low", "0");
  }

  @Test
  void aRootThatIsNotThereIsRefused() {
    CgroupNames names = new CgroupNames(CgroupDriver.CGROUPFS, "/nowhere", true);
    PlayedKernel kernel = PlayedKernel.v1(top);
    Cgroups cgroups =
        new Cgroups(kernel.mounts, names.driver(), new RecordedSlices(), (o, took) -> {}, timers);
    NodeCgroupRules rules = new NodeCgroupRules(PLAIN);
    NodeCgroups node =
        new NodeCgroups(
            new NodeCgroups.Parts(
                names,
                cgroups,
                rules,
                new PodCgroupKeeper(
                    names,
                    cgroups,
                    new PodCgroupRules(
                        new PodCgroupSettings(
                            true, Duration.ofMillis(100), -1, List.of(), MemoryReservation.OFF)),
                    (o, took) -> {})),
            true,
            timers);
    assertThatExceptionOfType(CgroupException.class)
        .isThrownBy(() -> node.prepare(this))
        .withMessageStartingWith(
            "invalid configuration: cgroupRoot: cgroup \"/nowhere\" has some missing paths: ");
  }

  @Test
  void cgroupsOfTheOperatorAreHeldToWhatIsReserved() {
    PlayedKernel kernel = PlayedKernel.v2(top);
    CgroupNames names = new CgroupNames(CgroupDriver.CGROUPFS, "/", true);
    Cgroups cgroups =
        new Cgroups(kernel.mounts, names.driver(), new RecordedSlices(), (o, took) -> {}, timers);
    ReservedCgroups reserved = new ReservedCgroups(names, cgroups, new NodeCgroupRules(PLAIN));
    Amounts amounts = Amounts.of(Pods.quantities("cpu=500m memory=1Gi pid=1000"));
    ReservedCgroups.Reserved system =
        new ReservedCgroups.Reserved(ReservedCgroups.Owner.SYSTEM, "/sys", amounts, false);
    ReservedCgroups.Reserved kube =
        new ReservedCgroups.Reserved(ReservedCgroups.Owner.KUBE, "/kube", amounts, true);
    assertThatExceptionOfType(CgroupException.class)
        .isThrownBy(() -> reserved.enforce(List.of(system), this))
        .withMessage(
            "Failed to enforce System Reserved Cgroup Limits on \"/sys\": cgroup \"/sys\" has some"
                + " missing controllers: cpu, cpuset, hugetlb, memory, pids");
    for (String name : List.of("sys", "kube")) {
      PlayedKernel.write(
          PlayedKernel.make(top.resolve(name)).resolve("cgroup.controllers"),
          "cpu cpuset hugetlb memory pids");
    }
    reserved.enforce(List.of(system, kube), this);
    assertThat(kernel.files("sys"))
        .containsEntry("cpu.weight", "20")
        .containsEntry("memory.max", Long.toString(GI))
        .containsEntry("pids.max", "1000");
    assertThat(kernel.files("kube"))
        .containsOnlyKeys("cgroup.controllers", "cpu.weight")
        .containsEntry("cpu.weight", "20");
    assertThat(told)
        .containsExactly(
            "Normal NodeAllocatableEnforced Updated limits on system reserved cgroup /sys",
            "Normal NodeAllocatableEnforced Updated limits on kube reserved cgroup /kube");
  }
}
