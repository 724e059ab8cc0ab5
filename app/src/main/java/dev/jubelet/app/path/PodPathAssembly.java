package dev.jubelet.app.path;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.flags.NodeFlags;
import dev.jubelet.app.memory.MemoryBudget;
import dev.jubelet.base.Faults;
import dev.jubelet.base.Lifecycle;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.actuate.Images;
import dev.jubelet.pod.collect.ContainerCollector;
import dev.jubelet.pod.event.EventLog;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.objects.LocalObjects;
import dev.jubelet.pod.plan.Planner;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.pleg.RuntimeWatcher;
import dev.jubelet.pod.source.SourceSettings;
import dev.jubelet.pod.source.StandingProblem;
import dev.jubelet.pod.status.StatusNode;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.sync.LoopEvent;
import dev.jubelet.pod.sync.LoopInbox;
import dev.jubelet.pod.sync.RecentPods;
import dev.jubelet.pod.sync.SourceUpdates;
import dev.jubelet.pod.sync.SyncLoop;
import dev.jubelet.pod.sync.WorkerActions;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.pod.translate.PodPaths;
import dev.jubelet.pod.translate.env.Environment;
import dev.jubelet.pod.worker.CgroupLifecycle;
import dev.jubelet.pod.worker.PodRemains;
import dev.jubelet.pod.worker.PodRuntime;
import dev.jubelet.pod.worker.PodServices;
import dev.jubelet.pod.worker.PodTeardown;
import dev.jubelet.pod.worker.PodWorkers;
import dev.jubelet.pod.worker.StatusReports;
import dev.jubelet.probe.ProbeSettings;
import dev.jubelet.probe.Probes;
import dev.jubelet.resource.CgroupMounts;
import dev.jubelet.resource.CgroupNames;
import dev.jubelet.resource.PodCgroups;
import dev.jubelet.resource.userns.PodUserNamespaces;
import dev.jubelet.volume.PodVolumes;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * The path of a pod, put together in its order: sources, merge, sync, admit, worker, plan, actuate,
 * runtime, and back by pleg and status.
 */
public final class PodPathAssembly {
  private static final int STEPS_PER_POD = 100;
  private static final int GONE_PODS = 100;
  private static final Duration GONE_PODS_AGE = Duration.ofHours(1);

  public final LoopInbox inbox;
  public final EventLog eventLog;
  public final StatusStore statuses = new StatusStore();
  public final Timeline timeline;
  public final RecentPods recentPods;
  public final PodLogPaths logPaths;
  public final PodCgroups cgroups;
  public final CgroupNames cgroupNames;
  public final CgroupMounts cgroupMounts;
  public final PodVolumes volumes;
  public final RuntimeHealth health;
  public final PodWorkers workers;
  public final SyncLoop loop;
  public final SourceUpdates sources;
  public final RuntimeWatcher watcher;
  public final HandPull handPull;
  public final ContainerCollector collector;
  public final PullAssembly pulls;

  /** What is wrong with the manifests now. */
  public final Supplier<List<StandingProblem>> sourceProblems;

  /**
   * Puts it together; its parts are added to the life cycle.
   *
   * @param endsOrphans whether pods of the runtime that nobody wants are ended
   * @param cluster what pods get from an API server, when one has pods for this node; if not,
   *     manifests bring config maps and secrets as well
   */
  public PodPathAssembly(
      AgentContext in,
      Faults faults,
      boolean endsOrphans,
      Optional<ClusterSupplies> cluster,
      Lifecycle lifecycle) {
    eventLog = in.eventLog();
    inbox = in.inbox();
    KubeletConfig config = in.options().config();
    Timers timers = in.timers();
    Path root = Path.of(in.options().flags().get(NodeFlags.ROOT_DIR));
    LocalObjects localObjects = new LocalObjects();
    ClusterSupplies supplies = cluster.orElseGet(() -> ClusterSupplies.standalone(localObjects));
    pulls = new PullAssembly(in, supplies);
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
    ContainerLogs logs =
        new ContainerLogs(logPaths, logLinks(), CollectionAssembly.rotation(config).rotates());
    CgroupAssembly made = new CgroupAssembly(in);
    cgroupNames = made.names;
    cgroupMounts = made.mounts;
    cgroups = made.ended;
    CgroupLifecycle podCgroups = made.lifecycle();
    volumes = new VolumeAssembly(in, root, supplies).volumes(eventLog);
    Probes probes = probes(in, root);
    health = new RuntimeHealth(in.cri(), timers, inbox::wakeAll);
    watcher =
        new RuntimeWatcher(
            in.cri(),
            timers,
            RuntimeWatcher.Periods.DEFAULT,
            changes -> inbox.post(new LoopEvent.RuntimeChanged(changes)),
            in.meters().watch);

    sources =
        new SourceUpdates(
            SourceAssembly.expected(config, cluster.isPresent()),
            localObjects,
            inbox,
            events,
            timers);
    PodPaths paths = new PodPaths(root);
    PodUserNamespaces userNamespaces =
        PodUserNamespaces.open(
            paths.pods(),
            config.find(PodFields.IDS_PER_POD).orElse(PodUserNamespaces.USUAL_IDS_PER_POD),
            config.get(PodFields.MAX_PODS));
    UserNamespaceAdapter users =
        new UserNamespaceAdapter(
            userNamespaces,
            supplies.runtimeClasses(),
            () -> health.abilities().userNamespaceHandlers());
    Images images = pulls.images();
    handPull = new HandPull(images, timeline);
    PodRuntime runtime =
        new ActuationAssembly(in, events, eventLog, timeline, images)
            .runtime(
                Translation.of(
                    in.options(),
                    in.node(),
                    cgroupNames,
                    paths,
                    logPaths,
                    Translation.Surroundings.of(users, supplies)),
                logs,
                volumes::bind,
                health,
                watcher);
    ProbeAdapter probing = new ProbeAdapter(probes);
    VolumeAdapter volumeSteps = new VolumeAdapter(volumes);
    PodRemains remains = new PodRemains(volumeSteps, logs, podCgroups, userNamespaces::release);
    int deadKept = CollectionAssembly.collection(in.options().flags()).keptByLane();
    workers =
        new PodWorkers(
            new PodServices(
                runtime,
                probing,
                new StatusReports(statuses, probing, statusNode(in), in.meters().pods, timers),
                () -> health.problems().network(),
                podCgroups,
                volumeSteps,
                new PodTeardown(runtime, remains, probing, in.meters().pods, deadKept),
                events,
                in.meters().pods,
                new Planner(deadKept),
                RestartBackOff.of(config),
                config.get(SourceFields.SYNC_FREQUENCY),
                timers,
                timeline),
            this::podEnded,
            uid -> inbox.post(new LoopEvent.PodGone(uid)));
    loop =
        new SyncLoop(
            inbox,
            new WorkerActions(
                AdmissionAssembly.admitter(in, supplies, health),
                workers,
                remains,
                statuses,
                supplies.references(),
                recentPods,
                events,
                in.meters().pods,
                timers),
            timers,
            timeline,
            faults,
            endsOrphans);
    made.addTo(
        lifecycle,
        endsOrphans,
        new CgroupNode(
            workers,
            cgroups,
            loop::allSourcesSeen,
            uid -> loop.wanted().find(uid).isPresent(),
            inbox,
            eventLog,
            timers));
    lifecycle.add("volumes of earlier pods", volumes::reconstruct, () -> {});
    lifecycle.add("probes", () -> {}, probes::close);
    lifecycle.add("sync loop", loop::start, loop::stop);
    lifecycle.add("runtime health", health::start, health::stop);
    lifecycle.add("runtime watcher", watcher::start, watcher::stop);
    CollectionAssembly collection = new CollectionAssembly(workers, loop, endsOrphans);
    collector = collection.collector(in, logs, events, lifecycle);
    collection.rotateLogs(in, health, lifecycle);
    SourceAssembly staticPods =
        SourceAssembly.of(
            config,
            new SourceSettings(
                in.node().name(),
                cluster.isEmpty(),
                MemoryBudget.of(Runtime.getRuntime().maxMemory()).manifestBytes()),
            sources,
            timers,
            in.files(),
            eventLog);
    staticPods.addTo(lifecycle);
    sourceProblems = staticPods::problems;
  }

  private void podEnded(PodUid uid) {
    inbox.post(new LoopEvent.PodEnded(uid));
    collector.podEnded();
  }

  private Probes probes(AgentContext in, Path root) {
    Instant start = in.timers().now();
    return new Probes(
        in.cri(),
        in.timers(),
        eventLog,
        inbox::wake,
        new ProbeSettings(
            root.resolve("probe_results"),
            () -> start,
            () -> in.node().ips().getFirst(),
            (pod, container, command) ->
                command.stream().map(Environment.stated(container)::expand).toList(),
            () -> ThreadLocalRandom.current().nextDouble(),
            in.meters().probes));
  }

  private Supplier<StatusNode> statusNode(AgentContext in) {
    boolean stopSignals = in.options().config().features().enabled("ContainerStopSignals");
    return () ->
        new StatusNode(
            in.node().ips(),
            in.runtimeName(),
            health.abilities().recursiveReadOnlyHandlers(),
            stopSignals);
  }

  /** Log collectors look in {@code containers} beside the directory of the pods' logs. */
  private Path logLinks() {
    return logPaths.podLogs().resolveSibling("containers");
  }
}
