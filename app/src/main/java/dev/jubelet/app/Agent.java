package dev.jubelet.app;

import dev.jubelet.app.cluster.ClusterAssembly;
import dev.jubelet.app.cluster.ClusterMembership;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.logging.ProcessLog;
import dev.jubelet.app.memory.HeapTrimmer;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.app.path.AgentContext;
import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.app.view.PodResourcesAdapter;
import dev.jubelet.app.view.PressureReport;
import dev.jubelet.base.Faults;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.edge.host.HostFacts;
import dev.jubelet.edge.host.InotifyWatcher;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.edge.host.ProcessCommands;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.view.PresentPods;
import dev.jubelet.resource.eviction.pressure.MachineSignals;
import dev.jubelet.resource.eviction.pressure.NodeReclaim;
import dev.jubelet.resource.eviction.pressure.PressureWatch;
import dev.jubelet.resource.firewall.FirewallChains;
import dev.jubelet.server.KubeletServer;
import dev.jubelet.server.podresources.PodResourcesServer;
import dev.jubelet.volume.SharedRoot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * The whole agent, assembled. Ending it leaves the pods as they are.
 *
 * <p>Thread: the one that starts and ends it. Owns: everything.
 */
public final class Agent implements AutoCloseable {
  private static final String POD_RESOURCES = "pod-resources";
  private static final Duration COMMAND_PATIENCE = Duration.ofSeconds(30);

  private final Lifecycle lifecycle;
  private final SystemTimers timers = new SystemTimers();
  private final RuntimeConnection runtime;
  private final Path socket;
  private final PodPathAssembly path;
  private final Optional<ShutdownAssembly> shutdown;

  /** How this agent treats the machine. */
  public enum Tenancy {
    /** The machine is its own: unknown pods are ended, its cgroups stay. */
    OF_A_NODE,
    /** It is here for a while: unknown pods are not its business, empty cgroups are removed. */
    OF_A_GUEST
  }

  /**
   * Claims what only one agent can have, connects to the runtime and assembles; starts nothing.
   * When that fails, what was claimed is given back.
   *
   * @param giveUp gets the reason when the agent cannot go on, and should end the process
   * @param lifecycle an empty one; closing it ends the agent at any moment, also this one
   */
  public static Agent assemble(
      KubeletOptions given,
      HostFacts host,
      Tenancy tenancy,
      ProcessLog processLog,
      Faults faults,
      Consumer<String> giveUp,
      Lifecycle lifecycle) {
    try {
      return new Agent(given, host, tenancy, processLog, faults, giveUp, lifecycle);
    } catch (RuntimeException | Error e) {
      boolean ended = lifecycle.isClosed();
      lifecycle.close();
      if (ended) {
        throw new CancellationException("ended while assembled");
      }
      throw e;
    }
  }

  private Agent(
      KubeletOptions given,
      HostFacts host,
      Tenancy tenancy,
      ProcessLog processLog,
      Faults faults,
      Consumer<String> giveUp,
      Lifecycle lifecycle) {
    this.lifecycle = lifecycle;
    NodeClaim claim = NodeClaim.take(given);
    lifecycle.addStarted("claim", claim::close);
    socket = claim.socket();
    lifecycle.addStarted("clock", timers::close);
    Tracing tracing = Tracing.of(given.config(), NodeProfile.nameOf(given, host), timers);
    lifecycle.addStarted("tracing", tracing::close);
    Meters meters = new Meters(timers, tracing.tracer());
    tracing.addTo(meters.main);
    meters.main.add(
        Collected.counter(
            "jubelet_unexpected_failures_total",
            "Steps and timers that failed as nobody expected; each is logged.",
            timers::unexpectedFailures));
    runtime = RuntimeConnection.open(given.config(), meters.cri, tracing.tracer(), timers);
    lifecycle.addStarted("runtime connection", runtime.client()::close);
    KubeletOptions options = new KubeletOptions(runtime.config(), given.flags());
    Path root = Path.of(options.flags().get(NodeFlags.ROOT_DIR));
    NodeProfile node = NodeProfile.of(options, host);
    PathWatcher files = InotifyWatcher.openOrNone();
    lifecycle.addStarted("file watcher", files::close);
    HeapTrimmer trimmer = HeapTrimmer.ofThisProcess(timers);
    lifecycle.add("heap trimmer", trimmer::start, trimmer::close);
    StartFiles atStart = new StartFiles(timers);
    lifecycle.add("directories", () -> Directories.make(root, options, atStart), atStart::close);
    if (tenancy == Tenancy.OF_A_NODE) {
      lifecycle.add("shared directory", () -> SharedRoot.make(root), () -> {});
      addFirewallChains(options);
    }
    AgentContext context =
        new AgentContext(
            options, node, runtime.client(), runtime.runtimeName(), files, meters, timers);
    Optional<ClusterMembership> cluster =
        options.isStandalone()
            ? Optional.empty()
            : Optional.of(new ClusterMembership(context, giveUp, lifecycle));
    path =
        new PodPathAssembly(
            context,
            faults,
            tenancy == Tenancy.OF_A_NODE,
            cluster.map(ClusterMembership::supplies),
            lifecycle);
    Optional<ClusterAssembly> joined = cluster.map(membership -> membership.join(path));
    if (tenancy == Tenancy.OF_A_GUEST) {
      lifecycle.add("cgroup parents", () -> {}, path.cgroups::removeParents);
    }
    MetricsAssembly metrics =
        new MetricsAssembly(options, node, path, runtime.client(), meters, timers);
    lifecycle.add("disk usage", metrics::start, metrics::close);
    if (options.config().get(PodFields.LOCAL_STORAGE_CAPACITY_ISOLATION)) {
      EvictionAssembly eviction =
          new EvictionAssembly(path, metrics.diskLooks(), meters.evictions, timers);
      lifecycle.add("eviction", () -> {}, eviction::close);
    }
    ImageAssembly images =
        new ImageAssembly(
            context,
            path.handPull,
            path.pulls.records().map(records -> records::prune),
            tenancy == Tenancy.OF_A_NODE,
            lifecycle);
    Optional<PressureAssembly> pressure =
        tenancy == Tenancy.OF_A_NODE
            ? Optional.of(
                pressure(context, metrics, new ReclaimAdapter(path.collector, images.collector())))
            : Optional.empty();
    pressure.ifPresent(some -> lifecycle.add("node pressure", some.watch()::start, some::close));
    if (tenancy == Tenancy.OF_A_NODE) {
      OomAssembly ooms = new OomAssembly(path, meters.ooms, timers);
      lifecycle.add("kernel log", ooms::start, ooms::close);
    }
    TlsAssembly tls =
        new TlsAssembly(
            options,
            node,
            files,
            timers,
            cluster.map(member -> member::servingCertificate),
            lifecycle);
    HealthAssembly health =
        new HealthAssembly(options.config(), path, processLog, timers, lifecycle);
    NodePages pages = new NodePages(options.config(), processLog.verbosity(), timers);
    PresentPods presentPods =
        new PresentPods(path.loop.wanted(), path.workers, path.statuses, timers);
    KubeletServer server =
        new ServerAssembly(options, node, tls, timers, cluster.map(c -> c::client), meters.access)
            .build(
                path,
                presentPods,
                new ViewAssembly(options, node, path, runtime.client(), timers)
                    .view(
                        presentPods,
                        cluster,
                        joined,
                        new PressureReport(
                            context.pressures(), pressure.map(PressureAssembly::watch)),
                        images::problems),
                metrics.telemetry(health.checks(), pages::addTo, images::addPages),
                claim.sockets(),
                KubernetesJson.mapper());
    lifecycle.add("servers", server::start, server::close);
    shutdown = tenancy == Tenancy.OF_A_NODE ? ShutdownAssembly.of(context, path) : Optional.empty();
    shutdown.ifPresent(part -> part.addTo(lifecycle));
    if (tenancy == Tenancy.OF_A_NODE) {
      Path place = root.resolve(POD_RESOURCES);
      PodResourcesServer resources =
          new PodResourcesServer(
              place,
              new PodResourcesAdapter(
                  presentPods,
                  options.config().features().enabled("KubeletPodResourcesListUseActivePods")),
              meters.podResources,
              timers);
      lifecycle.add(
          "pod resources",
          () -> atStart.make("pod resources socket", place, resources::start),
          resources::close);
      health.addServiceManager(System.getenv(), lifecycle);
    }
  }

  /** {@code reclaim} frees disks of what nobody uses. */
  private PressureAssembly pressure(
      AgentContext context, MetricsAssembly metrics, NodeReclaim reclaim) {
    MachineSignals signals =
        new MachineSignals(
            MetricsAssembly.reader(path.cgroupMounts),
            runtime.client(),
            new MachineSignals.Machine(
                context.node().host().memoryBytes(),
                Path.of(context.options().flags().get(NodeFlags.ROOT_DIR)),
                path.cgroupNames.parents().getFirst(),
                MetricsAssembly.PROC),
            timers);
    return new PressureAssembly(
        context.options().config(),
        path,
        new PressureWatch.Sources(signals, metrics.usages(), Optional.of(reclaim)),
        context.pressures(),
        context.meters().evictions,
        timers);
  }

  private void addFirewallChains(KubeletOptions options) {
    if (options.config().get(PodFields.MAKE_IPTABLES_UTIL_CHAINS)) {
      FirewallChains chains = new FirewallChains(new ProcessCommands(COMMAND_PATIENCE), timers);
      lifecycle.add("iptables chains", chains::start, chains::close);
    }
  }

  public void start() {
    lifecycle.start();
  }

  /** Ends a pod that only the runtime and the disk know, with all that is left of it. */
  void endLeftover(PodUid uid, PodKey key) {
    path.workers.removeOrphan(uid, key);
  }

  /** Waits until every pod that was taken away is gone without a trace. */
  boolean awaitNoPods(Duration atMost) throws InterruptedException {
    return path.workers.awaitNone(atMost);
  }

  /** A signal ends the process: pods end first if the machine is said to end with it. */
  void processEnds() {
    shutdown.ifPresent(ShutdownAssembly::processEnds);
  }

  /** Where the CLI finds this agent. */
  public Path socket() {
    return socket;
  }

  /** Stops everything that was started; containers run on. */
  @Override
  public void close() {
    lifecycle.close();
  }
}
