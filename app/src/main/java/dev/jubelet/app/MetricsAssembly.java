package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.metric.AgentGauges;
import dev.jubelet.app.metric.ClaimGauges;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.metric.PodGauges;
import dev.jubelet.app.metric.ProcessMetrics;
import dev.jubelet.app.metric.VolumeGauges;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.view.DiskLooksAdapter;
import dev.jubelet.app.view.PodSubjectsAdapter;
import dev.jubelet.app.view.PodUsageAdapter;
import dev.jubelet.app.view.VolumeStatsAdapter;
import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Kind;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.usage.CgroupReader;
import dev.jubelet.edge.usage.CgroupV1Reader;
import dev.jubelet.edge.usage.CgroupV2Reader;
import dev.jubelet.edge.usage.NetworkCounters;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupVersion;
import dev.jubelet.resource.eviction.DiskLooks;
import dev.jubelet.resource.eviction.pressure.PodUsages;
import dev.jubelet.server.Telemetry;
import dev.jubelet.server.component.ComponentPages;
import dev.jubelet.server.health.HealthCheck;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.metric.MetricPages;
import dev.jubelet.server.stats.DiskUsages;
import dev.jubelet.server.stats.LocalUsages;
import dev.jubelet.server.stats.MachineDescription;
import dev.jubelet.server.stats.Measurer;
import dev.jubelet.server.stats.PodFigures;
import dev.jubelet.server.stats.RecentSubjects;
import dev.jubelet.server.stats.RunningPodSubjects;
import dev.jubelet.server.stats.RuntimeDisks;
import dev.jubelet.server.stats.Stats;
import dev.jubelet.server.stats.StatsPages;
import dev.jubelet.server.stats.Subjects;
import dev.jubelet.server.stats.VolumeHealthMonitor;
import dev.jubelet.server.stats.WritableLayers;
import dev.jubelet.volume.VolumeHealth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The numbers the agent tells: its meters, and the pages about what is used. */
final class MetricsAssembly implements AutoCloseable {
  static final Path PROC = Path.of("/proc");
  private static final Duration USUAL_PERIOD = Duration.ofMinutes(1);

  private final Meters meters;
  private final PodPathAssembly path;
  private final DiskUsages disks;
  private final Stats stats;
  private final DiskLooksAdapter diskLooks;
  private final PodUsageAdapter usages;
  private final ComponentPages component;
  private final Optional<VolumeHealthMonitor> health;

  MetricsAssembly(
      KubeletOptions options,
      NodeProfile node,
      PodPathAssembly path,
      CriRuntime runtime,
      Meters meters,
      Timers timers) {
    this.meters = meters;
    this.path = path;
    MachineDescription facts = MachineDescription.read(Path.of("/"), node.host().onlineCpus());
    Duration period = options.config().get(PodFields.VOLUME_STATS_AGG_PERIOD);
    boolean withVolumes = period.isPositive();
    disks =
        new DiskUsages(
            timers,
            withVolumes ? period : USUAL_PERIOD,
            new VolumeStatsAdapter(
                new VolumeHealth(
                    path.volumes,
                    path.loop.wanted()::find,
                    new PodEvents(timers, path.eventLog)::warning)),
            meters.storage);
    Subjects.Machine machine = machine(options, node);
    PodSubjectsAdapter pods = new PodSubjectsAdapter(path, new PodPaths(machine.rootDirectory()));
    RunningPodSubjects subjects = new RunningPodSubjects(machine, pods, pods);
    Measurer measurer =
        new Measurer(
            new RecentSubjects(subjects, timers),
            reader(path.cgroupMounts),
            new NetworkCounters(PROC),
            timers);
    RuntimeDisks runtimeDisks = new RuntimeDisks(runtime, runtime, timers);
    stats = new Stats(new Stats.Sources(measurer, disks, withVolumes, runtimeDisks), facts);
    usages = new PodUsageAdapter(path, new PodFigures(measurer, disks, withVolumes, runtimeDisks));
    diskLooks =
        new DiskLooksAdapter(
            subjects,
            new LocalUsages(
                disks,
                withVolumes,
                new WritableLayers(runtime, runtime, subjects.machine().rootDirectory())));
    component = new ComponentPages(componentFacts(options, timers), timers);
    addGauges(options.config(), node, facts);
    health =
        withVolumes && options.config().features().enabled("CSIVolumeHealth")
            ? Optional.of(new VolumeHealthMonitor(stats::measureVolumes, period, timers))
            : Optional.empty();
  }

  /** What pods use of the disks, one pod at a time. */
  DiskLooks diskLooks() {
    return diskLooks;
  }

  /** What pods use of whatever the node is short of. */
  PodUsages usages() {
    return usages;
  }

  /** What goes on by itself, without anybody asking for figures. */
  void start() {
    health.ifPresent(VolumeHealthMonitor::start);
  }

  private Subjects.Machine machine(KubeletOptions options, NodeProfile node) {
    List<String> podCgroups = path.cgroupNames.parents();
    Map<String, String> system = new LinkedHashMap<>();
    String own = options.config().get(ResourceFields.KUBELET_CGROUPS);
    put(system, "kubelet", own.isEmpty() ? ownCgroup() : own);
    put(system, "runtime", options.flags().get(NodeFlags.RUNTIME_CGROUPS));
    put(system, "misc", options.config().get(ResourceFields.SYSTEM_CGROUPS));
    put(system, "pods", podCgroups.getFirst());
    return new Subjects.Machine(
        node.name(),
        Path.of(options.flags().get(NodeFlags.ROOT_DIR)),
        node.host().memoryBytes(),
        node.host().swap().stream().mapToLong(HostFacts.SwapArea::sizeBytes).sum(),
        system,
        podCgroups);
  }

  /** One that is unknown, or the root itself, is not told as a part. */
  private static void put(Map<String, String> system, String name, String cgroup) {
    if (!cgroup.isEmpty() && !cgroup.equals("/")) {
      system.put(name, cgroup.startsWith("/") ? cgroup : "/" + cgroup);
    }
  }

  /** Lines are: number, colon, controllers, colon, path; with version 2 there are none. */
  private String ownCgroup() {
    String controller = path.cgroupMounts.version() == CgroupVersion.V2 ? "::" : ":cpuacct:";
    try {
      return Files.readAllLines(PROC.resolve("self/cgroup")).stream()
          .filter(line -> line.replace("cpu,cpuacct", "cpuacct").contains(controller))
          .map(line -> line.substring(line.lastIndexOf(':') + 1))
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  private static ComponentPages.Facts componentFacts(KubeletOptions options, Timers timers) {
    String version = options.reportedVersion().substring(1);
    return new ComponentPages.Facts(
        "kubelet",
        timers.now(),
        "java" + Runtime.version(),
        version,
        version.substring(0, version.lastIndexOf('.')),
        options.flagValues());
  }

  /** A reader for one thread. */
  static CgroupReader reader(CgroupMounts mounts) {
    return switch (mounts.version()) {
      case V1 -> new CgroupV1Reader(mounts.hierarchies(), PROC);
      case V2 -> new CgroupV2Reader(mounts.hierarchies().getFirst(), PROC);
    };
  }

  private void addGauges(KubeletConfig config, NodeProfile node, MachineDescription facts) {
    AgentGauges.addTo(
        meters.main,
        node.name(),
        path.cgroupMounts.version() == CgroupVersion.V2 ? 2 : 1,
        config.features());
    PodGauges.addTo(
        meters.main,
        () -> List.copyOf(path.loop.wanted().all()),
        pod -> Phases.isOver(path.statuses.withStatus(pod)),
        path.workers::all);
    ProcessMetrics.addTo(meters.main, facts.bootedAt());
    ClaimGauges.addTo(meters.main, stats);
    VolumeGauges.addVolumes(meters.main, path.volumes.stateOfWorld());
    meters.probePage.add(ProcessMetrics.startTime(facts.bootedAt()));
    meters.sliPage.add(ProcessMetrics.startTime(facts.bootedAt()));
    meters.main.add(
        Collected.counter(
            "jubelet_pleg_missed_events_total",
            "Changes that a listing found and the runtime's event stream did not tell.",
            path.watcher::missedEvents));
    meters.main.add(
        Collected.gauge(
            "jubelet_pleg_event_stream",
            "1 while the runtime's event stream is read, 0 while its state is listed every second.",
            () -> path.watcher.hasEventStream() ? 1 : 0));
    meters.main.add(
        Collected.gauge(
            "jubelet_sync_loop_last_turn_seconds",
            "Unix time when the sync loop last turned.",
            () -> path.loop.lastTurn().toEpochMilli() / 1000.0));
    meters.main.add(
        Collected.gauge(
            "jubelet_sync_loop_waiting_events",
            "Changes that the sync loop has not looked at yet.",
            path.inbox::waiting));
    meters.main.add(
        new Collected(
            "kubelet_container_log_filesystem_used_bytes",
            Kind.GAUGE,
            "[ALPHA] Bytes used by the container's logs on the filesystem.",
            List.of("uid", "namespace", "pod", "container"),
            sink ->
                stats.logSizes(
                    (of, bytes) ->
                        sink.sample(bytes, of.uid(), of.namespace(), of.pod(), of.container()))));
  }

  /**
   * What the servers need of it.
   *
   * @param nodePages what else the main server has while its debugging handlers are on
   * @param localPages what else the local socket has
   */
  Telemetry telemetry(
      List<HealthCheck> checks,
      Consumer<Router.Builder> nodePages,
      Consumer<Router.Builder> localPages) {
    MetricPages pages =
        new MetricPages(meters.main, meters.probePage, meters.sliPage, meters.health);
    return new Telemetry(
        checks.stream().map(meters.health::observed).toList(),
        List.of(pages::addTo, new StatsPages(stats)::addTo),
        List.of(component::addTo, nodePages),
        List.of(localPages),
        meters.http,
        meters.tracer);
  }

  @Override
  public void close() {
    health.ifPresent(VolumeHealthMonitor::close);
    disks.close();
  }
}
