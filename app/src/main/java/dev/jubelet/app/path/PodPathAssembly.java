package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.flags.KubeletOptions;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.memory.MemoryBudget;
import dev.jubelet.app.metric.Meters;
import dev.jubelet.app.node.NodeProfile;
import dev.jubelet.base.Faults;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.edge.host.PathWatcher;
import dev.jubelet.edge.systemd.SystemdUnits;
import dev.jubelet.image.ImagePuller;
import dev.jubelet.image.PullSettings;
import dev.jubelet.pod.actuate.Actuator;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.actuate.ContainerStarter;
import dev.jubelet.pod.actuate.ImageVolumes;
import dev.jubelet.pod.actuate.Images;
import dev.jubelet.pod.actuate.NodeFiles;
import dev.jubelet.pod.actuate.PodKiller;
import dev.jubelet.pod.actuate.PodPurger;
import dev.jubelet.pod.actuate.PostStartHooks;
import dev.jubelet.pod.actuate.SandboxStarter;
import dev.jubelet.pod.actuate.StartGate;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.objects.LocalObjects;
import dev.jubelet.pod.plan.ContainerHash;
import dev.jubelet.pod.plan.GracePeriod;
import dev.jubelet.pod.plan.TerminationRules;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.pleg.RuntimeReader;
import dev.jubelet.pod.pleg.RuntimeWatcher;
import dev.jubelet.pod.source.SourceSettings;
import dev.jubelet.pod.source.StandingProblem;
import dev.jubelet.pod.status.NodeFacts;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.sync.LoopEvent;
import dev.jubelet.pod.sync.SyncLoop;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.Environment;
import dev.jubelet.pod.translate.security.IsolationSettings;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.probe.ProbeSettings;
import dev.jubelet.probe.Probes;
import dev.jubelet.resource.CgroupDriver;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.volume.PodVolumes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The path of a pod, put together in its order: sources, merge, sync, admit, worker, plan, actuate,
 * runtime, and back by pleg and status.
 */
public final class PodPathAssembly {
  private static final int REMEMBERED_EVENTS = 1000;
  private static final int STEPS_PER_POD = 100;
  private static final int GONE_PODS = 100;
  private static final Duration GONE_PODS_AGE = Duration.ofHours(1);
  private static final int STARTS_PER_CPU = 4;
  private static final Duration START_PATIENCE = Duration.ofSeconds(5);

  public final Timeline timeline;
  public final EventLog eventLog = new EventLog(REMEMBERED_EVENTS);
  public final StatusStore statuses = new StatusStore();
  public final RecentPods recentPods;
  public final PodWorkers workers;
  public final SyncLoop loop;
  public final RuntimeWatcher watcher;
  public final RuntimeHealth health;
  public final PodLogPaths logPaths;
  public final PodCgroups cgroups;
  public final CgroupNames cgroupNames;
  public final CgroupMounts cgroupMounts;

  /** What is wrong with the manifests now. */
  public final Supplier<List<StandingProblem>> sourceProblems;

  /** Where pods of the API server go; only with {@link Inputs#cluster}. */
  public final Consumer<SourceSnapshot> apiPods;

  /** Where pods go that the API server last had, until it is seen. */
  public final Consumer<SourceSnapshot> provisionalApiPods;

  private final LocalObjects localObjects = new LocalObjects();
  private final ClusterSupplies supplies;
  private final PodRemains remains;
  private final ContainerLogs logs;
  private final Probes probes;

  /**
   * What the path is given.
   *
   * @param endsOrphans whether pods of the runtime that nobody wants are ended
   * @param cluster what pods get from an API server, when one has pods for this node; if not,
   *     manifests bring config maps and secrets as well
   */
  public record Inputs(
      KubeletOptions options,
      NodeProfile node,
      CriRuntime cri,
      String runtimeName,
      Timers timers,
      PathWatcher files,
      Faults faults,
      boolean endsOrphans,
      Optional<ClusterSupplies> cluster,
      Meters meters) {}

  public PodPathAssembly(Inputs in, Lifecycle lifecycle) {
    KubeletConfig config = in.options().config();
    Timers timers = in.timers();
    supplies = in.cluster().orElseGet(() -> standalone(localObjects));
    PodEvents events = new PodEvents(timers, eventLog);
    timeline =
        new Timeline(
            timers,
            config.get(PodFields.MAX_PODS) + GONE_PODS,
            STEPS_PER_POD,
            in.meters().pods,
            in.meters().tracer);
    recentPods =
        new RecentPods(GONE_PODS, GONE_PODS_AGE, timers, uid -> timeline.forget(uid.value()));
    logPaths = new PodLogPaths(Path.of(config.get(SourceFields.POD_LOGS_DIR)));

    cgroupNames = cgroupNames(config);
    cgroupMounts = CgroupMounts.read(CgroupMounts.MOUNT_TABLE, CgroupMounts.USUAL_TOP);
    cgroups =
        new PodCgroups(
            cgroupNames,
            cgroupMounts.hierarchies(),
            new CgroupEnds(new SystemdUnits(SystemdUnits.PRIVATE_SOCKET, timers)));

    logs = new ContainerLogs(logPaths, logLinks());
    Path root = Path.of(in.options().flags().get(NodeFlags.ROOT_DIR));
    remains = new PodRemains(new VolumeJoin(in, root, supplies).volumes(eventLog), logs, cgroups);

    probes = probes(in, root);
    health = new RuntimeHealth(in.cri(), timers, this::wakeAll);
    StageJoin stages = stages(in, events, cgroupNames);
    workers =
        new PodWorkers(
            stages, timers, timeline, config.get(SourceFields.SYNC_FREQUENCY), this::gone);
    LoopJoin actions = loopActions(in, events);
    loop = new SyncLoop(actions, timers, timeline, in.faults(), in.endsOrphans());
    watcher =
        new RuntimeWatcher(
            in.cri(),
            timers,
            RuntimeWatcher.Periods.DEFAULT,
            changes -> post(new LoopEvent.RuntimeChanged(changes)),
            in.meters().watch);
    SourceJoin sources =
        new SourceJoin(
            config,
            new SourceSettings(
                in.node().name(),
                in.cluster().isEmpty(),
                MemoryBudget.of(Runtime.getRuntime().maxMemory()).manifestBytes()),
            localObjects,
            timers,
            in.files(),
            eventLog,
            this::post);
    sourceProblems = sources::problems;
    apiPods = sources::accept;
    provisionalApiPods = sources::acceptProvisional;

    lifecycle.add("volumes of earlier pods", volumes()::reconstruct, () -> {});
    lifecycle.add("probes", () -> {}, probes::close);
    lifecycle.add("sync loop", loop::start, loop::stop);
    lifecycle.add("runtime health", health::start, health::stop);
    lifecycle.add("runtime watcher", watcher::start, watcher::stop);
    lifecycle.add("pod sources", sources::start, sources::stop);
  }

  private Probes probes(Inputs in, Path root) {
    Instant start = in.timers().now();
    return new Probes(
        in.cri(),
        in.timers(),
        eventLog,
        this::wake,
        new ProbeSettings(
            root.resolve("probe_results"),
            () -> start,
            () -> in.node().ips().getFirst(),
            (pod, container, command) ->
                command.stream().map(Environment.stated(container)::expand).toList(),
            () -> ThreadLocalRandom.current().nextDouble(),
            in.meters().probes));
  }

  private static ClusterSupplies standalone(ObjectValues objects) {
    ClusterSupplies nothing = ClusterSupplies.NOTHING;
    return new ClusterSupplies(
        objects,
        nothing.sources(),
        nothing.volumes(),
        nothing.services(),
        nothing.runtimeClasses(),
        nothing.node(),
        nothing.pods());
  }

  /** The volumes of all pods. */
  public PodVolumes volumes() {
    return remains.volumes();
  }

  private void gone(PodUid uid) {
    supplies.pods().gone(uid);
    post(new LoopEvent.PodGone(uid));
  }

  /** Config maps or secrets of the API server came, went or changed. */
  public void objectsChanged(Set<ObjectKey> keys) {
    post(new LoopEvent.ObjectsChanged(keys));
  }

  /** Trust bundles of the API server came, went or changed, which is rare. */
  public void trustChanged() {
    wakeAll();
  }

  private void wake(PodUid uid) {
    workers.wake(uid);
  }

  private void wakeAll() {
    workers.wakeAll();
  }

  private void post(LoopEvent event) {
    loop.post(event);
  }

  private StageJoin stages(Inputs in, PodEvents events, CgroupNames cgroupNames) {
    KubeletConfig config = in.options().config();
    PodPaths paths = new PodPaths(Path.of(in.options().flags().get(NodeFlags.ROOT_DIR)));
    RuntimeClasses classes = supplies.runtimeClasses();
    UserNamespaceJoin users =
        new UserNamespaceJoin(
            config, paths.pods(), classes, () -> health.abilities().userNamespaceHandlers());
    Translation translation =
        Translation.of(
            in.options(),
            in.node(),
            cgroupNames,
            paths,
            logPaths,
            new Translation.Surroundings(
                new IsolationSettings(
                    users::of, pod -> supplies.volumes().claims().groups(PodUid.of(pod))),
                classes,
                supplies.objects(),
                supplies.services()));
    HookJoin hooks =
        new HookJoin(
            new dev.jubelet.probe.hook.Hooks(in.cri(), in.timers(), eventLog, in.meters().hooks),
            in.node().ips());
    PodKiller killer = new PodKiller(in.cri(), hooks, in.timers(), timeline, events);
    PodPurger purger = new PodPurger(in.cri(), logs);
    NodeFiles nodeFiles = nodeFiles(config);
    StartGate gate =
        new StartGate(STARTS_PER_CPU * in.node().host().onlineCpus(), START_PATIENCE, in.timers());
    Images images = images(in);
    Actuator.Parts parts =
        new Actuator.Parts(
            new SandboxStarter(
                in.cri(), translation.sandboxes(), nodeFiles, events, timeline, gate),
            new ImageVolumes(images, timeline),
            new ContainerStarter(
                in.cri(),
                new ContainerStarter.Means(
                    images,
                    translation.containers(),
                    ContainerHash::of,
                    logs,
                    remains.volumes()::bind),
                events,
                timeline,
                gate),
            new PostStartHooks(
                hooks,
                killer,
                (pod, spec) -> GracePeriod.ofKill(pod, spec, KillReason.POST_START_FAILED),
                events,
                timeline),
            killer,
            purger,
            events,
            timeline);
    RuntimeReader reader = new RuntimeReader(in.cri(), in.timers(), in.meters().watch);
    Actuator.Rules rules =
        new Actuator.Rules(
            (pod, observed) -> TerminationRules.plan(pod, observed, null),
            (pod, kill) ->
                ContainerSpec.find(pod, kill.containerName())
                    .map(spec -> GracePeriod.ofKill(pod, spec, kill.reason()))
                    .orElse(0L),
            reader::readSandbox,
            () ->
                new dev.jubelet.pod.translate.env.NodeFacts(
                    in.node().ips(), in.node().allocatable()),
            nodeFiles,
            handler -> health.abilities().recursiveReadOnly(handler));
    StageJoin.Stages joined =
        new StageJoin.Stages(
            health,
            uid -> watcher.mayHave(uid),
            reader,
            new Actuator(parts, rules),
            killer,
            purger,
            remains,
            probes,
            statuses,
            in.meters().pods,
            in.meters().orphans,
            users);
    boolean stopSignals = config.features().enabled("ContainerStopSignals");
    return new StageJoin(
        joined,
        in.timers(),
        timeline,
        events,
        RestartWaits.of(config),
        () ->
            new NodeFacts(
                in.node().ips(),
                in.runtimeName(),
                health.abilities().recursiveReadOnlyHandlers(),
                stopSignals),
        uid -> post(new LoopEvent.PodEnded(uid)));
  }

  private LoopJoin loopActions(Inputs in, PodEvents events) {
    AdmissionJoin admission = AdmissionJoin.of(in, supplies, health);
    return new LoopJoin(
        workers,
        recentPods,
        new LoopJoin.Means(
            admission::admit,
            supplies.node()::read,
            supplies.pods()::wanted,
            supplies.pods()::over,
            remains::list,
            in.meters().orphans),
        statuses,
        events,
        in.timers());
  }

  private Images images(Inputs in) {
    KubeletConfig config = in.options().config();
    PullSettings settings =
        new PullSettings(
            config.get(RuntimeFields.SERIALIZE_IMAGE_PULLS),
            config.find(RuntimeFields.MAX_PARALLEL_IMAGE_PULLS).orElse(0),
            config.get(RuntimeFields.REGISTRY_PULL_QPS),
            config.get(RuntimeFields.REGISTRY_BURST));
    ImagePuller puller =
        new ImagePuller(in.cri(), settings, in.timers(), eventLog, in.meters().pulls);
    return new ImageJoin(puller);
  }

  private static CgroupNames cgroupNames(KubeletConfig config) {
    return new CgroupNames(
        config.get(ResourceFields.CGROUP_DRIVER).equals("systemd")
            ? CgroupDriver.SYSTEMD
            : CgroupDriver.CGROUPFS,
        config.get(ResourceFields.CGROUP_ROOT),
        config.get(ResourceFields.CGROUPS_PER_QOS));
  }

  private static NodeFiles nodeFiles(KubeletConfig config) {
    String resolvConf = config.get(PodFields.RESOLV_CONF);
    return new NodeFiles(
        resolvConf.isEmpty() ? Optional.empty() : Optional.of(Path.of(resolvConf)),
        Path.of("/etc/hosts"));
  }

  /** Log collectors look in {@code containers} beside the directory of the pods' logs. */
  private Path logLinks() {
    return logPaths.podLogs().resolveSibling("containers");
  }
}
