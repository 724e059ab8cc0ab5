package dev.jubelet.pod.pleg;

import dev.jubelet.api.cri.RuntimeCondition;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the runtime and its network can take pods, and what the runtime can do, asked every five
 * seconds, and every second while pods wait for one of them. The CRI has no event for this.
 *
 * <p>Thread: its own lane; read from any. Owns: the last answers, and who wants to know of them.
 */
public final class RuntimeHealth {
  private static final Logger log = LoggerFactory.getLogger(RuntimeHealth.class);
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final Duration PERIOD_IN_TROUBLE = Duration.ofSeconds(1);
  private static final StatusRequest REQUEST = StatusRequest.getDefaultInstance();

  /** What the runtime says that keeps pods from running; empty when nothing does. */
  public record Problems(Optional<String> runtime, Optional<String> network) {
    static final Problems NONE = new Problems(Optional.empty(), Optional.empty());
    static final Problems UNKNOWN =
        new Problems(Optional.empty(), Optional.of("network state unknown"));
  }

  private final CriRuntime cri;
  private final Timers timers;
  private final Runnable networkCameUp;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final Lane lane;
  private volatile Problems problems = Problems.UNKNOWN;
  private volatile RuntimeAbilities abilities = RuntimeAbilities.NONE;
  private volatile Optional<Long> lastReadyNanos = Optional.empty();
  private volatile boolean answers = true;
  private volatile boolean stopped;

  public RuntimeHealth(CriRuntime cri, Timers timers, Runnable networkCameUp) {
    this.cri = cri;
    this.timers = timers;
    this.networkCameUp = networkCameUp;
    this.lane = new Lane("runtime-health", this::step, timers);
  }

  /**
   * Has this run after each change of the problems, and when a runtime that did not answer answers
   * again; it may not block.
   */
  public void subscribe(Runnable listener) {
    listeners.add(listener);
  }

  /** Asks once, then goes on by itself. */
  public void start() {
    check();
    lane.wake();
  }

  public void stop() {
    stopped = true;
    lane.interruptAndWake();
  }

  /** As of the last answer; a runtime that does not answer has not changed them. */
  public Problems problems() {
    return problems;
  }

  /** How long ago the runtime last said that it is ready; empty when it never did. */
  public Optional<Duration> sinceReady() {
    return lastReadyNanos.map(then -> Duration.ofNanos(timers.nanoTime() - then));
  }

  /** What the runtime said last that it can do. */
  public RuntimeAbilities abilities() {
    return abilities;
  }

  private Lane.Next step() {
    if (stopped) {
      return Lane.Next.DONE;
    }
    check();
    boolean well = answers && problems.equals(Problems.NONE);
    return new Lane.Next.After(well ? PERIOD : PERIOD_IN_TROUBLE);
  }

  private void check() {
    boolean answeredBefore = answers;
    Problems before = problems;
    ask();
    Problems now = problems;
    if (stopped) {
      return;
    }
    if (!now.equals(before)) {
      tell(now);
    }
    if (!now.equals(before) || (answers && !answeredBefore)) {
      listeners.forEach(Runnable::run);
    }
    if (before.network().isPresent() && now.network().isEmpty()) {
      networkCameUp.run();
    }
  }

  private static void tell(Problems now) {
    now.runtime().ifPresent(p -> log.atError().addKeyValue("problem", p).log("Runtime not ready"));
    now.network().ifPresent(p -> log.atError().addKeyValue("problem", p).log("Network not ready"));
    if (now.equals(Problems.NONE)) {
      log.info("The container runtime and its network are ready");
    }
  }

  private void ask() {
    try {
      StatusResponse answer = cri.status(REQUEST);
      abilities = RuntimeAbilities.of(answer);
      List<RuntimeCondition> conditions = answer.getStatus().getConditionsList();
      problems =
          new Problems(
              problem(conditions, "RuntimeReady", "container runtime not ready"),
              problem(conditions, "NetworkReady", "container runtime network not ready"));
      if (problems.runtime().isEmpty()) {
        lastReadyNanos = Optional.of(timers.nanoTime());
      }
      answers = true;
    } catch (CriException e) {
      log.atDebug().addKeyValue("error", e.getMessage()).log("Runtime status check failed");
      answers = false;
    }
  }

  private static Optional<String> problem(
      List<RuntimeCondition> conditions, String type, String prefix) {
    for (RuntimeCondition condition : conditions) {
      if (condition.getType().equals(type)) {
        return condition.getStatus()
            ? Optional.empty()
            : Optional.of(
                "%s: %s=false reason:%s message:%s"
                    .formatted(prefix, type, condition.getReason(), condition.getMessage()));
      }
    }
    return Optional.of(prefix + ": the runtime does not report " + type);
  }
}
