package dev.jubelet.server.stats;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricText;
import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.edge.usage.TaskLimits;
import dev.jubelet.server.http.Response;
import dev.jubelet.server.stats.Subjects.Machine;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The pages about what is used, made from one look at the machine.
 *
 * <p>Thread: any; blocks in the runtime and on disks, each for a bound time.
 */
public final class Stats {
  private static final Path PROC = Path.of("/proc");

  private final Measurer measurer;
  private final PodDisks.Source podDisks;
  private final RuntimeDisks runtime;
  private final MachineDescription facts;
  private final CadvisorText cadvisor;

  /** Where the figures come from; {@code withVolumes} tells whether volumes are measured. */
  public record Sources(
      Measurer measurer, DiskUsages disks, boolean withVolumes, RuntimeDisks runtime) {}

  public Stats(Sources sources, MachineDescription facts) {
    this.measurer = sources.measurer();
    this.podDisks = new PodDisks.Source(sources.disks(), sources.withVolumes());
    this.runtime = sources.runtime();
    this.facts = facts;
    this.cadvisor = new CadvisorText(facts);
  }

  /** The summary as JSON. */
  byte[] summary(boolean onlyCpuAndMemory) {
    Machine machine = measurer.subjects().machine();
    if (onlyCpuAndMemory) {
      return new SummaryWriter(measurer.measure(Depth.CORE), machine, null).write(facts.bootedAt());
    }
    Measurements all = measurer.measure(Depth.FULL);
    return new SummaryWriter(all, machine, disks(all, machine)).write(facts.bootedAt());
  }

  private SummaryWriter.Disks disks(Measurements all, Machine machine) {
    FsStats node = nodeFs(machine);
    RuntimeDisks.View view = runtime.look();
    List<PodSubject> pods = all.pods().stream().map(Measurements.MeasuredPod::subject).toList();
    podDisks.prepare(pods);
    Map<String, PodDisks> byUid = new HashMap<>();
    for (PodSubject pod : pods) {
      byUid.put(pod.uid(), podDisks.of(pod, node, view));
    }
    return new SummaryWriter.Disks(node, view, byUid, TaskLimits.read(PROC));
  }

  private static FsStats nodeFs(Machine machine) {
    return FsStats.of(Filesystem.of(machine.rootDirectory()).orElse(null));
  }

  /** {@code /metrics/resource}. */
  List<byte[]> resourceMetrics(Format format) {
    return ResourceText.write(measurer.measure(Depth.CORE), format);
  }

  /** {@code /metrics/cadvisor}: measures now, and writes when it is told where to. */
  Response.BodyMaker cadvisorMetrics(Format format) {
    Measurements all = measurer.measure(Depth.FULL);
    Machine machine = measurer.subjects().machine();
    return to -> cadvisor.write(all, machine, new MetricText(format, to));
  }

  /** Tells the size of the logs of each container that runs. */
  public void logSizes(BiConsumer<LogOwner, Long> sink) {
    List<PodSubject> pods = measurer.subjects().pods();
    podDisks.prepareLogs(pods);
    for (PodSubject pod : pods) {
      podDisks
          .logs(pod)
          .forEach(
              (container, size) ->
                  sink.accept(
                      new LogOwner(pod.uid(), pod.namespace(), pod.name(), container), size));
    }
  }

  /** Tells how full the volume of each claim is that a pod uses; each claim once. */
  public void claims(BiConsumer<Claim, Filesystem> sink) {
    claimed().forEach((claim, stats) -> stats.filesystem().ifPresent(fs -> sink.accept(claim, fs)));
  }

  /** Tells of each claim whose driver says how its volume is whether something is wrong with it. */
  public void claimHealth(BiConsumer<Claim, Boolean> sink) {
    claimed()
        .forEach(
            (claim, stats) -> {
              Boolean abnormal = stats.abnormal();
              if (abnormal != null) {
                sink.accept(claim, abnormal);
              }
            });
  }

  private Map<Claim, FsStats> claimed() {
    List<PodSubject> pods = measurer.subjects().pods();
    podDisks.prepareClaims(pods);
    Map<Claim, FsStats> all = new LinkedHashMap<>();
    for (PodSubject pod : pods) {
      podDisks
          .claims(pod)
          .forEach((claim, stats) -> all.put(new Claim(pod.namespace(), claim), stats));
    }
    return all;
  }

  /** Measures the volumes of all pods, unless that was done lately. */
  public void measureVolumes() {
    podDisks.prepareVolumes(measurer.subjects().pods());
  }

  /** A persistent volume claim. */
  public record Claim(String namespace, String name) {}

  /** Whose logs they are. */
  public record LogOwner(String uid, String namespace, String pod, String container) {}
}
