package dev.jubelet.pod.pleg;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import dev.jubelet.pod.pleg.EventReader.Mode;
import dev.jubelet.pod.pleg.RuntimeView.Item;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent's eye on the runtime. Where the runtime has an event stream, events wake and a slow
 * listing audits them; where it has none, a listing every second finds the changes.
 *
 * <p>Thread: listings run on the lane {@code pleg-relist}, events are read on {@code
 * runtime-events}. Owns: what was last seen.
 */
public final class RuntimeWatcher {
  private static final Logger log = LoggerFactory.getLogger(RuntimeWatcher.class);

  private static final long NOT_AUDITED = -1;

  /**
   * How often to list, with an event stream and without, and how late an event may come before it
   * counts as missed.
   */
  public record Periods(Duration audit, Duration poll, Duration late) {
    public static final Periods DEFAULT =
        new Periods(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofSeconds(5));
  }

  private final Timers timers;
  private final Periods periods;
  private final Consumer<List<RuntimeChange>> changes;
  private final RuntimeWatchListener listener;
  private final RuntimeView view = new RuntimeView();
  private final Relister relister;
  private final EventReader events;
  private final Lane relistLane;
  private final AtomicLong missed = new AtomicLong();

  /** Grows with each change of the stream's mode: a listing counts for the mode it was begun in. */
  private final AtomicLong mode = new AtomicLong();

  private volatile Optional<Long> lastListedNanos = Optional.empty();
  private volatile boolean stopped;
  private volatile long auditedMode = NOT_AUDITED;
  private volatile boolean failing;

  public RuntimeWatcher(
      CriRuntime cri,
      Timers timers,
      Periods periods,
      Consumer<List<RuntimeChange>> changes,
      RuntimeWatchListener listener) {
    this.timers = timers;
    this.listener = listener;
    this.periods = periods;
    this.changes = changes;
    this.relister = new Relister(cri, timers, view);
    this.relistLane = new Lane("pleg-relist", this::step, timers);
    this.events =
        new EventReader(
            cri,
            timers,
            view,
            change -> changes.accept(List.of(change)),
            this::modeChanged,
            listener);
  }

  /**
   * Lists once, so that everything that runs is known, then watches. Throws when it cannot list.
   */
  public void start() {
    relist();
    events.start();
    relistLane.wake();
  }

  public void stop() {
    stopped = true;
    events.stop();
    relistLane.interruptAndWake();
  }

  /** How many changes the event stream did not tell. */
  public long missedEvents() {
    return missed.get();
  }

  public boolean hasEventStream() {
    return events.mode() == Mode.STREAMING;
  }

  /** How long ago the last listing that succeeded was begun; empty when none has. */
  public Optional<Duration> sinceListed() {
    return lastListedNanos.map(then -> Duration.ofNanos(timers.nanoTime() - then));
  }

  /**
   * Whether the runtime may have something of a pod for which this agent has done nothing. Only
   * where events are read and everything was listed since then is the answer ever no.
   */
  public boolean mayHave(PodUid uid) {
    return !isAudited() || !hasEventStream() || view.has(uid);
  }

  private boolean isAudited() {
    return auditedMode == mode.get();
  }

  private void modeChanged() {
    // While no stream was read anything may have happened: the next listing is not an audit.
    mode.incrementAndGet();
    relistLane.wake();
  }

  private Lane.Next step() {
    if (stopped) {
      return Lane.Next.DONE;
    }
    try {
      relist();
      failing = false;
    } catch (CriException e) {
      // Of a runtime that does not answer the connection tells.
      boolean refused =
          e.kind() != CriException.Kind.UNAVAILABLE && e.kind() != CriException.Kind.TIMEOUT;
      if (refused && !failing && !stopped) {
        failing = true;
        log.atError()
            .addKeyValue("error", e.getMessage())
            .log("Failed to list the runtime's pods; retrying, suppressing repeats");
      }
      return new Lane.Next.After(periods.poll());
    }
    return new Lane.Next.After(hasEventStream() ? periods.audit() : periods.poll());
  }

  private void relist() {
    long begunMode = mode.get();
    boolean streaming = hasEventStream();
    long begun = timers.nanoTime();
    List<RuntimeChange> found = relister.relist(streaming && isAudited());
    auditedMode = streaming ? begunMode : NOT_AUDITED;
    lastListedNanos = Optional.of(begun);
    listener.relisted(begun, timers.nanoTime());
    if (!found.isEmpty()) {
      changes.accept(found);
      if (streaming) {
        timers.after(periods.late(), this::countMissed);
      }
    }
  }

  private void countMissed() {
    for (Item item : view.confirmMissed()) {
      missed.incrementAndGet();
      log.atWarn()
          .addKeyValue("pod", item.key())
          .addKeyValue("id", item.id())
          .addKeyValue("state", item.state())
          .log("Relist found a change that the runtime's event stream missed");
    }
  }
}
