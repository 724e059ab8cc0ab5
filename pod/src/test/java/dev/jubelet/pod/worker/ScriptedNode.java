package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodReport;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.ProbeResults;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.TerminationPlan;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.plan.CrashLoopBackOffs;
import dev.jubelet.pod.plan.Planner;
import dev.jubelet.pod.status.StatusNode;
import dev.jubelet.pod.status.StatusStore;
import dev.jubelet.pod.translate.PodLogPaths;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A node on which pods have one container, {@code main}. It writes down what is done to them and
 * fails or hangs when told so; plans and statuses are real.
 */
final class ScriptedNode
    implements PodRuntime, VolumeLifecycle, CgroupLifecycle, ProbeLifecycle, StatusStore.Listener {
  private static final long PATIENCE_SECONDS = 20;
  private static final long QUIET_MILLIS = 50;
  private static final Path NOWHERE = Path.of("/nonexistent/jubelet");

  private final Timers timers;
  private final BlockingQueue<String> seen;
  private final Semaphore killMayEnd = new Semaphore(0);
  final StatusStore statuses = new StatusStore();
  final Timeline timeline;

  volatile boolean runs;
  volatile boolean ended;
  volatile boolean stopped;
  volatile boolean hasSandbox;
  volatile boolean unseen;
  volatile @Nullable MadePod made;
  volatile @Nullable ObservedSandbox makesSandbox;
  volatile @Nullable Instant retryAt;
  final Deque<String> left = new ConcurrentLinkedDeque<>();
  final Deque<String> held = new ConcurrentLinkedDeque<>();
  final AtomicInteger volumeFailures = new AtomicInteger();
  final AtomicInteger volumeWaits = new AtomicInteger();
  volatile boolean endsProcesses;
  volatile boolean refusesVolumes;
  volatile boolean hangInAct;
  volatile boolean hangInKill;
  volatile @Nullable CriException performFailure;
  volatile @Nullable CriException killFailure;
  volatile @Nullable CriException purgeFailure;
  volatile @Nullable String networkProblem;
  volatile @Nullable String cgroupProblem;
  volatile boolean lostCgroup;

  ScriptedNode(Timers timers, BlockingQueue<String> seen) {
    this.timers = timers;
    this.seen = seen;
    this.timeline = new Timeline(timers, 100, 100);
    statuses.subscribe(this);
  }

  /** Workers on this node. */
  PodWorkers workers() {
    WorkerListener nobody = new WorkerListener() {};
    PodRemains remains =
        new PodRemains(
            this, new ContainerLogs(new PodLogPaths(NOWHERE), NOWHERE, true), this, uid -> {});
    return new PodWorkers(
        new PodServices(
            this,
            this,
            new StatusReports(
                statuses,
                this,
                () -> new StatusNode(List.of("10.0.0.1"), "fake", Set.of(), false),
                nobody,
                timers),
            () -> Optional.ofNullable(networkProblem),
            this,
            this,
            new PodTeardown(this, remains, this, nobody, 1),
            new PodEvents(timers, this::told),
            nobody,
            new Planner(),
            CrashLoopBackOffs.none(),
            Duration.ofMinutes(1),
            timers,
            timeline),
        uid -> {},
        uid -> seen.add("gone " + uid));
  }

  void expect(String... calls) {
    for (String call : calls) {
      assertThat(next(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(call);
    }
  }

  void expectNothing() {
    assertThat(next(QUIET_MILLIS, TimeUnit.MILLISECONDS)).isNull();
  }

  /** What is done to a pod that starts without trouble. */
  void expectSettled() {
    expect("read", "volumes", "act", "read", "refresh");
  }

  String reason(PodUid uid) {
    return statuses.find(uid).orElseThrow().getReason();
  }

  void letKillEnd() {
    killMayEnd.release();
  }

  private @Nullable String next(long time, TimeUnit unit) {
    try {
      return seen.poll(time, unit);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void told(NodeEvent event) {
    boolean normal = event.type() == NodeEvent.Type.NORMAL;
    seen.add((normal ? "event " : "warning ") + event.reason());
  }

  @Override
  public void reported(PodUid uid) {
    if (statuses.report(uid).filter(PodReport::over).isPresent()) {
      seen.add("conclude");
    }
  }

  @Override
  public void forgotten(PodUid uid) {}

  @Override
  public ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier) {
    seen.add("read");
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(key.namespace())
            .withName(key.name())
            .withUid(uid.value())
            .endMetadata()
            .withNewSpec()
            .addNewContainer()
            .withName("main")
            .withImage("registry/main:1")
            .endContainer()
            .endSpec()
            .build();
    Observed observed = Observed.nothingOf(pod).at(timers.now());
    if (runs || ended || hasSandbox || stopped) {
      observed.sandbox(!stopped);
    }
    if (ended || stopped) {
      observed.exited("main", 0);
    } else if (runs) {
      observed.running("main");
    }
    ObservedPod found = observed.build();
    return new ObservedPod(uid, key, found.sandboxes(), found.containers(), timers.now());
  }

  @Override
  public boolean mayHave(PodUid uid) {
    return !unseen;
  }

  @Override
  public ObservedPod readMade(PodUid uid, PodKey key, MadePod all) {
    ObservedPod read = read(uid, key, null);
    seen.add("of " + all.sandboxId() + " " + all.containerIds());
    return read;
  }

  @Override
  public ActuationOutcome perform(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade) {
    seen.add("act");
    CriException failure = performFailure;
    performFailure = null;
    if (failure != null) {
      throw failure;
    }
    ObservedSandbox sandbox = makesSandbox;
    if (sandbox != null) {
      sandboxMade.accept(sandbox);
      seen.add("pull at " + statuses.find(PodUid.of(pod)).orElseThrow().getPodIP());
    }
    Instant retry = retryAt;
    if (retry != null) {
      StartError error = new StartError(WaitReason.ERR_IMAGE_PULL, "no such host");
      return new ActuationOutcome(false, Set.of(), Map.of("main", error), "no sandbox", retry);
    }
    runs = true;
    if (hangInAct) {
      hang(new Semaphore(0));
    }
    return new ActuationOutcome(true, Set.of("main"), Map.of(), null, null, made);
  }

  @Override
  public void kill(ObservedPod observed, Pod pod, TerminationPlan plan) {
    boolean hangs = hangInKill;
    seen.add("kill" + graces(plan));
    CriException failure = killFailure;
    killFailure = null;
    if (failure != null) {
      throw failure;
    }
    if (hangs) {
      hang(killMayEnd);
    }
    runs = false;
    hasSandbox = false;
  }

  private static String graces(TerminationPlan plan) {
    Stream<Long> graces =
        plan.stages().stream()
            .flatMap(stage -> stage.stops().stream())
            .map(TerminationPlan.Stop::graceSeconds);
    return graces.map(seconds -> " " + seconds).findFirst().orElse("");
  }

  private static void hang(Semaphore until) {
    try {
      until.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, "", "interrupted");
    }
  }

  @Override
  public void remove(ObservedPod observed, String containerId) {
    seen.add("remove " + containerId);
  }

  @Override
  public void purge(ObservedPod observed, boolean keepLogs) {
    seen.add(keepLogs ? "purge but logs" : "purge");
    CriException failure = purgeFailure;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public VolumeOutcome prepare(Pod pod) {
    seen.add("volumes");
    if (volumeFailures.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return new VolumeOutcome.NotReady("configmap \"x\" not found");
    }
    if (volumeWaits.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
      return new VolumeOutcome.Waiting("volume is not attached to the node yet");
    }
    if (refusesVolumes) {
      return new VolumeOutcome.Refused("VolumeAttachmentLimitExceeded", "full");
    }
    return new VolumeOutcome.Ready(Map.of());
  }

  @Override
  public List<String> refresh(Pod pod) {
    seen.add("refresh");
    return List.of();
  }

  @Override
  public List<String> release(PodUid uid) {
    seen.add("release");
    return held.isEmpty() ? List.of() : List.of(held.removeFirst());
  }

  @Override
  public List<String> remove(PodUid uid) {
    return left.isEmpty() ? List.of() : List.of(left.removeFirst());
  }

  @Override
  public Set<PodUid> list() {
    return Set.of();
  }

  @Override
  public List<String> remove(PodUid uid, boolean alsoProcesses) {
    endsProcesses = alsoProcesses;
    return List.of();
  }

  @Override
  public Optional<String> ensure(Pod pod) {
    return Optional.ofNullable(cgroupProblem);
  }

  @Override
  public boolean isLost(PodUid uid) {
    return lostCgroup;
  }

  @Override
  public Set<PodUid> abandoned() {
    return Set.of();
  }

  @Override
  public void observe(Pod pod, ObservedPod observed) {}

  @Override
  public ProbeResults results(PodUid uid) {
    return ProbeResults.NONE;
  }

  @Override
  public void stopLivenessAndStartup(PodUid uid) {}

  @Override
  public void forget(PodUid uid) {}
}
