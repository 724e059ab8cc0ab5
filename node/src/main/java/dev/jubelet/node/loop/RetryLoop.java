package dev.jubelet.node.loop;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.node.call.NodeApiException;
import dev.jubelet.node.call.RetryDelays;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task that is tried at the API server again and again: it counts the failures in a row, logs
 * them, gives up on a connection that seems dead, and waits longer after each. Closing ends it,
 * also in the middle of a call, without another word.
 *
 * <p>Thread: a lane of its own. Owns: the failures in a row.
 */
final class RetryLoop implements AutoCloseable {

  /** What is tried. */
  interface Task {
    /**
     * Tries once.
     *
     * @param failures in a row before this try
     * @return when to try again
     * @throws NodeApiException when it failed
     */
    Lane.Next attempt(int failures);

    /** How to go on after a failure; {@code failures} counts this one. */
    default AfterFailure failed(NodeApiException failure, int failures) {
      return new AfterFailure.BackOff();
    }
  }

  /** What follows a failure. */
  sealed interface AfterFailure {
    /** Try again without a pause. */
    record Again() implements AfterFailure {}

    /** Try again, later each time. */
    record BackOff() implements AfterFailure {}

    /** Leave it for now and begin anew. */
    record Rest(Duration pause) implements AfterFailure {}
  }

  /**
   * What a task is to people and to connections.
   *
   * @param lane the name of its thread
   * @param node whose it is
   * @param failure what is logged when it fails
   * @param stalled the connection seems dead; closing it lets the next try open a new one
   */
  record Subject(String lane, String node, String failure, Runnable stalled) {}

  private static final Logger log = LoggerFactory.getLogger(RetryLoop.class);

  private final Subject subject;
  private final Task task;
  private final Lane lane;
  private volatile boolean closed;
  private int failures;

  RetryLoop(Subject subject, Task task, Timers timers) {
    this.subject = subject;
    this.task = task;
    this.lane = new Lane(subject.lane(), this::step, timers);
  }

  void wake() {
    lane.wake();
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  /** Tries once. */
  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    try {
      Lane.Next next = task.attempt(failures);
      failures = 0;
      return next;
    } catch (NodeApiException e) {
      return closed ? Lane.Next.DONE : failed(e);
    }
  }

  private Lane.Next failed(NodeApiException e) {
    failures++;
    log.atLevel(e.level())
        .addKeyValue("node", subject.node())
        .addKeyValue("try", failures)
        .addKeyValue("cause", e.getMessage())
        .log(subject.failure());
    if (Stall.isLikely(e, failures)) {
      subject.stalled().run();
    }
    return switch (task.failed(e, failures)) {
      case AfterFailure.Again() -> Lane.Next.AGAIN;
      case AfterFailure.BackOff() -> new Lane.Next.After(RetryDelays.after(failures));
      case AfterFailure.Rest(Duration pause) -> {
        failures = 0;
        yield new Lane.Next.After(pause);
      }
    };
  }
}
