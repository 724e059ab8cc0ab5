package dev.jubelet.pod.collect;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import dev.jubelet.pod.actuate.ContainerLogs;
import dev.jubelet.pod.event.PodEvents;
import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what the lanes of pods leave: dead containers beyond the limits, sandboxes that were
 * replaced, and containers, logs and links without a pod. Each minute, and soon after a pod has
 * ended where the dead containers of all pods are limited.
 *
 * <p>Thread: the lane {@code container-gc}; {@link #deleteUnused} on the caller's. Both may run at
 * once, since what is gone counts as removed.
 */
public final class ContainerCollector {
  private static final Logger log = LoggerFactory.getLogger(ContainerCollector.class);
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** Pods often end together. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final CriRuntime cri;
  private final ContainerLogs logs;
  private final Supplier<KnownPods> known;
  private final CollectionSettings settings;
  private final PodEvents events;
  private final CollectionListener listener;
  private final Timers timers;
  private final HoldingsReader reader;
  private final Lane lane;
  private volatile boolean stopped;

  public ContainerCollector(
      CriRuntime cri,
      ContainerLogs logs,
      Supplier<KnownPods> known,
      CollectionSettings settings,
      PodEvents events,
      CollectionListener listener,
      Timers timers) {
    this.cri = cri;
    this.logs = logs;
    this.known = known;
    this.settings = settings;
    this.events = events;
    this.listener = listener;
    this.timers = timers;
    this.reader = new HoldingsReader(cri, logs);
    this.lane = new Lane("container-gc", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  public void stop() {
    stopped = true;
    lane.interruptAndWake();
  }

  /** A pod has ended: its containers count as dead now. */
  public void podEnded() {
    if (settings.maxInAll() >= 0) {
      timers.after(SOON, lane::wake);
    }
  }

  /**
   * Removes what {@link #start} removes from time to time, and the dead containers and sandboxes of
   * all pods that have ended, because the node needs the room. Blocks; returns what failed.
   */
  public List<String> deleteUnused() {
    return collect(true);
  }

  private Lane.Next step() {
    if (stopped) {
      return Lane.Next.DONE;
    }
    List<String> errors = collect(false);
    if (!errors.isEmpty() && !stopped) {
      String text = String.join(", ", errors);
      log.atError().addKeyValue("err", text).log("Container garbage collection failed");
      events.nodeWarning("ContainerGCFailed", errors.size() == 1 ? text : "[" + text + "]");
    }
    return new Lane.Next.After(PERIOD);
  }

  private List<String> collect(boolean clearsEnded) {
    List<String> errors = new ArrayList<>();
    try {
      Holdings holdings = reader.read();
      List<Removal> removals =
          CollectionRules.decide(holdings, known.get(), settings, clearsEnded, timers.now());
      Remover remover = new Remover(cri, logs, this::isKnown);
      removals.stream()
          .takeWhile(_ -> !stopped)
          .forEach(removal -> remove(remover, removal, errors));
    } catch (IOException | CriException e) {
      errors.add(text(e));
    }
    return errors;
  }

  private void remove(Remover remover, Removal removal, List<String> errors) {
    try {
      if (remover.remove(removal)) {
        listener.removed(removal.what(), removal.reason().label());
      }
    } catch (IOException | CriException e) {
      errors.add(text(e));
    }
  }

  private boolean isKnown(PodUid pod) {
    KnownPods now = known.get();
    return !now.isAll() || now.pods().containsKey(pod);
  }

  private static String text(Exception e) {
    return e instanceof CriException cri ? cri.upstreamText() : e.toString();
  }
}
