package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.MadePod;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodPlan;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.PodVerdict;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.spec.Phases;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
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
import org.jspecify.annotations.Nullable;

/** Stages that write down how they are called and fail or hang when told so. */
final class ScriptedStages implements PodStages {
  private static final long PATIENCE_SECONDS = 20;
  private static final long QUIET_MILLIS = 50;

  private final Timers timers;
  private final Instant start;
  private final BlockingQueue<String> seen;
  private final Semaphore killMayEnd = new Semaphore(0);
  private volatile boolean acted;

  final Deque<String> left = new ConcurrentLinkedDeque<>();
  final Deque<String> held = new ConcurrentLinkedDeque<>();
  volatile List<ObservedSandbox> sandboxes = List.of();
  final AtomicInteger volumeFailures = new AtomicInteger();
  final AtomicInteger volumeWaits = new AtomicInteger();
  volatile @Nullable MadePod made;
  volatile @Nullable ObservedSandbox makesSandbox;
  volatile boolean refusesVolumes;
  volatile boolean ended;
  volatile boolean hangInAct;
  volatile @Nullable Instant retryAt;
  volatile boolean hangInKill;
  volatile @Nullable CriException killFailure;
  volatile @Nullable CriException purgeFailure;
  volatile @Nullable String networkProblem;

  ScriptedStages(Timers timers, BlockingQueue<String> seen) {
    this.timers = timers;
    this.start = timers.now();
    this.seen = seen;
  }

  void expect(String... calls) {
    for (String call : calls) {
      assertThat(next(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(call);
    }
  }

  void expectNothing() {
    assertThat(next(QUIET_MILLIS, TimeUnit.MILLISECONDS)).isNull();
  }

  /** The calls of a pod that starts without trouble. */
  void expectSettled() {
    expect("read", "plan", "report SYNCING", "volumes", "act", "read", "report SYNCING");
    expect("plan", "report SYNCING", "refresh");
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

  @Override
  public Optional<String> networkProblem() {
    return Optional.ofNullable(networkProblem);
  }

  @Override
  public ObservedPod read(PodUid uid, PodKey key, @Nullable ObservedPod earlier) {
    seen.add("read");
    return new ObservedPod(uid, key, sandboxes, List.of(), timers.now());
  }

  @Override
  public ObservedPod readMade(PodUid uid, PodKey key, MadePod made) {
    seen.add("read " + made.sandboxId() + " " + made.containerIds());
    return new ObservedPod(uid, key, sandboxes, List.of(), timers.now());
  }

  @Override
  public PodPlan plan(Pod pod, ObservedPod observed) {
    seen.add("plan");
    List<PodAction> actions = acted || ended ? List.of() : List.of(new PodAction.CreateSandbox(0));
    return new PodPlan(actions, List.of(), ended);
  }

  @Override
  public VolumeOutcome prepareVolumes(Pod pod) {
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
  public void refreshVolumes(Pod pod) {
    seen.add("refresh");
  }

  @Override
  public ActuationOutcome actuate(
      Pod pod,
      ObservedPod observed,
      PodPlan plan,
      VolumeOutcome.Ready volumes,
      Consumer<ObservedSandbox> sandboxMade) {
    seen.add("act");
    ObservedSandbox sandbox = makesSandbox;
    if (sandbox != null) {
      sandboxMade.accept(sandbox);
      seen.add("pull");
    }
    if (hangInAct) {
      hang(new Semaphore(0));
    }
    if (retryAt != null) {
      StartError error = new StartError(WaitReason.ERR_IMAGE_PULL, "no such host");
      return new ActuationOutcome(false, Set.of(), Map.of("c", error), "no sandbox", retryAt);
    }
    acted = true;
    return new ActuationOutcome(true, Set.of(), Map.of(), null, null, made);
  }

  @Override
  public PodStatus report(
      Pod pod,
      ObservedPod observed,
      Map<String, StartError> startErrors,
      WorkerState state,
      PodVerdict verdict) {
    String sandbox = observed.newestSandbox().map(s -> " in " + s.id()).orElse("");
    seen.add("report " + state + sandbox + told(verdict));
    return new PodStatusBuilder()
        .withPhase(ended ? "Succeeded" : "Running")
        .withStartTime(start.toString())
        .build();
  }

  private static String told(PodVerdict verdict) {
    return verdict instanceof PodVerdict.Failed failed ? " " + failed.reason() : "";
  }

  @Override
  public void conclude(Pod pod) {
    seen.add("conclude");
  }

  @Override
  public void kill(@Nullable Pod pod, ObservedPod observed, long graceSeconds) {
    seen.add("kill " + (pod == null ? "stranger" : "pod") + " " + graceSeconds);
    CriException failure = killFailure;
    killFailure = null;
    if (failure != null) {
      throw failure;
    }
    if (hangInKill) {
      hang(killMayEnd);
    }
    acted = false;
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
  public List<String> release(PodUid uid, boolean again) {
    seen.add(again ? "release again" : "release");
    return held.isEmpty() ? List.of() : List.of(held.removeFirst());
  }

  /** Told only of pods that keep nothing: of others there is mostly nothing to clear. */
  @Override
  public void clear(Pod pod, ObservedPod observed) {
    if (Phases.isEvicted(pod)) {
      seen.add("clear");
    }
  }

  @Override
  public List<String> purge(ObservedPod observed, boolean runsAgain) {
    seen.add(runsAgain ? "purge but logs" : "purge");
    CriException failure = purgeFailure;
    if (failure != null) {
      throw failure;
    }
    return left.isEmpty() ? List.of() : List.of(left.removeFirst());
  }

  @Override
  public void waiting(Pod pod, PodPlan.Waiting wait) {
    seen.add("waiting " + wait.containerName());
  }

  @Override
  public void tell(Pod pod, String reason, String message) {
    seen.add("tell " + reason);
  }

  @Override
  public void warn(Pod pod, String reason, String message) {
    seen.add("warn " + reason);
  }
}
