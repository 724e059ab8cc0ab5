package dev.jubelet.pod.mirror;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Creates and deletes mirror pods until they match the static pods of this node.
 *
 * <p>Thread: woken from any; steps on the lane {@code mirror-pods}. Owns: what it did that the
 * watch has not told yet.
 */
public final class MirrorLane {
  private static final Logger log = LoggerFactory.getLogger(MirrorLane.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** How often to look while not all static pods may be known. */
  private static final Duration HOUSEKEEPING = Duration.ofSeconds(2);

  private final MirrorApi api;
  private final Supplier<MirrorInput> input;
  private final Supplier<Mirrors> mirrors;
  private final String nodeName;
  private final Lane lane;
  private final Map<PodKey, Pod> created = new HashMap<>();
  private final Set<PodUid> deleted = new HashSet<>();
  private final Map<PodKey, String> problems = new HashMap<>();
  private int failures;
  private volatile boolean outdated;
  private volatile boolean closed;

  public MirrorLane(
      MirrorApi api,
      Supplier<MirrorInput> input,
      Supplier<Mirrors> mirrors,
      String nodeName,
      Timers timers) {
    this.api = api;
    this.input = input;
    this.mirrors = mirrors;
    this.nodeName = nodeName;
    this.lane = new Lane("mirror-pods", this::step, timers);
  }

  /** Something that mirror pods depend on may have changed. */
  public void wake() {
    lane.wake();
  }

  /** All mirror pods were listed anew: that is what there is, whatever was done before. */
  public void relisted() {
    outdated = true;
    wake();
  }

  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Whether it has nothing to do before the next wake or timer. */
  boolean isQuiet() {
    return lane.isQuiet();
  }

  private Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    if (outdated) {
      outdated = false;
      created.clear();
      deleted.clear();
    }
    Mirrors told = mirrors.get();
    if (!told.areKnown()) {
      return Lane.Next.IDLE;
    }
    MirrorInput now = input.get();
    Set<PodKey> failed = new HashSet<>();
    for (MirrorAction action : MirrorRules.moves(now, current(told), nodeName)) {
      if (!failed.contains(action.key()) && !perform(action)) {
        failed.add(action.key());
      }
    }
    if (!failed.isEmpty()) {
      return new Lane.Next.After(pause(failures++));
    }
    failures = 0;
    problems.clear();
    return now.complete() ? Lane.Next.IDLE : new Lane.Next.After(HOUSEKEEPING);
  }

  /** What the watch has told, corrected by what was done since. */
  private List<Pod> current(Mirrors told) {
    created.values().removeIf(told::knows);
    deleted.removeIf(uid -> told.pods().stream().noneMatch(pod -> PodUid.of(pod).equals(uid)));
    List<Pod> pods = new ArrayList<>(created.values());
    for (Pod pod : told.pods()) {
      if (!deleted.contains(PodUid.of(pod)) && !created.containsKey(PodKey.of(pod))) {
        pods.add(pod);
      }
    }
    return pods;
  }

  private boolean perform(MirrorAction action) {
    try {
      switch (action) {
        case MirrorAction.Create(Pod mirror) -> created.put(action.key(), api.create(mirror));
        case MirrorAction.Delete(PodKey key, PodUid uid) -> delete(key, uid);
      }
      problems.remove(action.key());
      log.atDebug()
          .addKeyValue("pod", action.key())
          .addKeyValue("move", name(action))
          .log("Mirror pod");
      return true;
    } catch (ApiException e) {
      String problem = name(action) + ": " + e.text();
      if (!problem.equals(problems.put(action.key(), problem))) {
        log.atLevel(e.level(Level.WARN))
            .addKeyValue("pod", action.key())
            .addKeyValue("reason", problem)
            .log("Failed to update the mirror pod; retrying");
      }
      return false;
    }
  }

  /** One that is gone, or another by now, is as good as deleted. */
  private void delete(PodKey key, PodUid uid) {
    created.remove(key);
    try {
      api.delete(key, uid);
    } catch (ApiException e) {
      if (e.kind() != ApiException.Kind.NOT_FOUND && e.kind() != ApiException.Kind.CONFLICT) {
        throw e;
      }
    }
    deleted.add(uid);
  }

  private static String name(MirrorAction action) {
    return switch (action) {
      case MirrorAction.Create create -> "create";
      case MirrorAction.Delete delete -> "delete";
    };
  }

  private static Duration pause(int failures) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 10));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }
}
