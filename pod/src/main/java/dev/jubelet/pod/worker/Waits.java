package dev.jubelet.pod.worker;

import dev.jubelet.base.Timeline;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The steps in the timeline that say what a pod waits for. One step lasts as long as the wait does,
 * however often it is noticed; a wait for something else of the same kind begins a new one.
 *
 * <p>Thread: the pod's lane.
 */
final class Waits {
  static final String RUNTIME = "the container runtime";
  static final String REMAINS = "the removal of its remains";

  private record Open(Timeline.Step step, String reason, @Nullable Instant until) {}

  private final Timeline timeline;
  private final String subject;
  private final Map<String, Open> open = new HashMap<>();

  Waits(Timeline timeline, String subject) {
    this.timeline = timeline;
    this.subject = subject;
  }

  /** A wait of which nobody knows how long it takes. Returns whether it is new. */
  boolean waitFor(String what, String reason) {
    return waitFor(what, reason, null);
  }

  /** Returns whether this wait is new. */
  boolean waitFor(String what, String reason, @Nullable Instant until) {
    Open current = open.get(what);
    if (current != null
        && current.reason().equals(reason)
        && Objects.equals(current.until(), until)) {
      return false;
    }
    over(what);
    Timeline.Step step = timeline.await(subject, "wait", what, reason);
    if (until != null) {
      step.until(until);
    }
    open.put(what, new Open(step, reason, until));
    return true;
  }

  /** Ends all waits but these; a pass over the pod names anew what it still waits for. */
  void overExcept(Set<String> still) {
    open.entrySet()
        .removeIf(
            entry -> {
              if (still.contains(entry.getKey())) {
                return false;
              }
              entry.getValue().step().end("");
              return true;
            });
  }

  /** Ends all waits: nothing is waited for that the pod needs to run. */
  void over() {
    overExcept(Set.of());
  }

  /** Ends this wait, if there is one. */
  void over(String what) {
    Open current = open.remove(what);
    if (current != null) {
      current.step().end("");
    }
  }
}
