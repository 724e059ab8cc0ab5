package dev.jubelet.benchmark.peer;

import dev.jubelet.base.Timers;
import dev.jubelet.benchmark.cluster.BenchPlane;
import dev.jubelet.benchmark.figure.Death;
import dev.jubelet.benchmark.node.Pauses;
import dev.jubelet.benchmark.node.ProcessUse;
import dev.jubelet.benchmark.node.Workload;
import dev.jubelet.benchmark.report.Quantity;
import dev.jubelet.edge.cri.CriRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One turn of a contender: two fresh processes, the first without pods, the second with all of
 * them.
 *
 * <p>Thread: the benchmark's.
 */
final class PeerTurn {
  private static final Duration BETWEEN_PODS = Duration.ofSeconds(1);
  private static final Duration BETWEEN_CROWD = Duration.ofMillis(20);
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final long GRACE = 1;

  private final String name;
  private final Setting setting;
  private final Readings readings;

  /** What all turns share. */
  record Setting(BenchPlane plane, CriRuntime cri, Timers timers, Pauses pauses, PeerScale scale) {}

  /** {@code name} is in the names of its pods. */
  PeerTurn(String name, Setting setting, Readings readings) {
    this.name = name;
    this.setting = setting;
    this.readings = readings;
  }

  void measure(Supplier<PeerNode> launch) {
    long begun = setting.timers().nanoTime();
    try (PeerNode node = launch.get()) {
      awaitReady(node, begun);
      idle(node, setting.scale().emptyAge(), Series.EMPTY_IDLE_CPU, Series.EMPTY_RSS);
    }
    begun = setting.timers().nanoTime();
    try (PeerNode node = launch.get()) {
      awaitReady(node, begun);
      withPods(node);
    }
  }

  private void withPods(PeerNode node) {
    int pods = setting.scale().pods();
    readings.add(
        Series.FIRST_POD, oneBySecond(node, "cold", pods, Series.COLD_POD, Series.COLD_CPU));
    deleteOneByOne("cold", pods);
    setting.pauses().pause(SETTLE);
    oneBySecond(node, "warm", pods, Series.WARM_POD, Series.WARM_CPU);
    readings.add(
        Series.DELETED_FEW_CPU,
        cpuOf(node, () -> readings.add(Series.DELETED_FEW, deleteAtOnce("warm", pods))));
    deaths();
    int crowd = setting.scale().crowd();
    readings.add(Series.CROWD_CPU, cpuOf(node, () -> crowd(crowd)));
    idle(node, setting.scale().crowdAge(), Series.CROWD_IDLE_CPU, Series.CROWD_RSS);
    readings.add(
        Series.DELETED_CROWD_CPU,
        cpuOf(node, () -> readings.add(Series.DELETED_CROWD, deleteAtOnce("crowd", crowd))));
    setting.pauses().pause(SETTLE);
  }

  private void awaitReady(PeerNode node, long begun) {
    long ready = setting.plane().awaitNodeReady(begun);
    readings.add(Series.NODE_READY_CPU, node.cpu());
    Instant at = setting.timers().now().minusNanos(setting.timers().nanoTime() - ready);
    readings.add(Series.NODE_READY, Duration.between(node.started(), at));
  }

  /** Returns the time of the first. */
  private Duration oneBySecond(PeerNode node, String kind, int count, Series times, Series cpu) {
    Duration before = node.cpu();
    long begun = setting.timers().nanoTime();
    List<Duration> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      setting.pauses().until(begun + i * BETWEEN_PODS.toNanos());
      long created = setting.plane().create(pod(kind, i), Workload.WILLING);
      all.add(Duration.ofNanos(setting.plane().awaitReady(pod(kind, i)) - created));
    }
    setting.pauses().until(begun + count * BETWEEN_PODS.toNanos());
    readings.add(cpu, node.cpu().minus(before));
    all.forEach(time -> readings.add(times, time));
    return all.getFirst();
  }

  private void deleteOneByOne(String kind, int count) {
    for (int i = 0; i < count; i++) {
      long deleted = setting.plane().delete(pod(kind, i), GRACE);
      readings.add(
          Series.DELETED_ONE, Duration.ofNanos(setting.plane().awaitGone(pod(kind, i)) - deleted));
    }
  }

  private Duration deleteAtOnce(String kind, int count) {
    long begun = setting.timers().nanoTime();
    for (int i = 0; i < count; i++) {
      setting.plane().delete(pod(kind, i), GRACE);
    }
    long last = begun;
    for (int i = 0; i < count; i++) {
      last = Math.max(last, setting.plane().awaitGone(pod(kind, i)));
    }
    return Duration.ofNanos(last - begun);
  }

  private void deaths() {
    for (int i = 0; i < setting.scale().deaths(); i++) {
      String pod = pod("death", i);
      setting.plane().create(pod, Workload.MORTAL);
      setting.plane().awaitReady(pod);
      ProcessHandle victim = Death.process(setting.cri(), setting.plane().containerId(pod));
      long killed = setting.timers().nanoTime();
      Death.kill(victim);
      readings.add(Series.DEATH, Duration.ofNanos(setting.plane().awaitDead(pod) - killed));
      setting.plane().delete(pod, GRACE);
      setting.plane().awaitGone(pod);
    }
  }

  private void crowd(int count) {
    long begun = setting.timers().nanoTime();
    for (int i = 0; i < count; i++) {
      setting.pauses().until(begun + i * BETWEEN_CROWD.toNanos());
      setting.plane().create(pod("crowd", i), Workload.WILLING);
    }
    List<Duration> ready = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ready.add(Duration.ofNanos(setting.plane().awaitReady(pod("crowd", i)) - begun));
    }
    ready.sort(null);
    readings.add(Series.CROWD_FIRST, ready.getFirst());
    readings.add(Series.CROWD_HALF, ready.get(count / 2));
    readings.add(Series.CROWD_ALL, ready.getLast());
  }

  /** Looks at the process at this age, and at what it used in the time before. */
  private void idle(PeerNode node, Duration age, Series cpu, Series memory) {
    ProcessUse use = node.use();
    Duration time = setting.scale().idle();
    setting.pauses().pause(age.minus(time).minus(use.age()));
    Duration before = use.cpu();
    setting.pauses().pause(time);
    double used = use.cpu().minus(before).toNanos();
    readings.add(cpu, Quantity.percent(100 * used / time.toNanos()));
    readings.add(memory, Quantity.kilobytes(use.rss()));
  }

  private static Duration cpuOf(PeerNode node, Runnable work) {
    Duration before = node.cpu();
    work.run();
    return node.cpu().minus(before);
  }

  private String pod(String kind, int number) {
    return name + "-" + kind + "-" + number;
  }
}
