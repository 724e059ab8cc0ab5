package dev.jubelet.node.loop;

import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** What happens to the next calls of a fake, and which calls there were. */
final class CallScript {
  static final Duration DEADLINE = Duration.ofSeconds(10);

  private final ManualTimers timers;
  private final Deque<Runnable> next = new ArrayDeque<>();
  private final List<String> calls = new ArrayList<>();

  CallScript(ManualTimers timers) {
    this.timers = timers;
  }

  void pass() {
    next.add(() -> {});
  }

  void fail(NodeApiException.Kind kind) {
    next.add(
        () -> {
          throw new NodeApiException(kind, "scripted " + kind);
        });
  }

  /** Waits, as time goes by, until the deadline interrupts it. */
  void hang() {
    next.add(
        () -> {
          timers.advance(DEADLINE);
          if (!Thread.interrupted()) {
            throw new AssertionError("a call without a deadline");
          }
          throw new NodeApiException(NodeApiException.Kind.OTHER, "interrupted");
        });
  }

  void called(String what) {
    calls.add(what);
    Runnable script = next.poll();
    if (script != null) {
      script.run();
    }
  }

  /** The calls since this was last asked. */
  List<String> calls() {
    List<String> seen = List.copyOf(calls);
    calls.clear();
    return seen;
  }
}
