package dev.jubelet.testing.csi;

import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Which of the next calls fail, and how.
 *
 * <p>Thread: any. Owns: the failures to come.
 */
public final class CallFailures {
  private final Map<String, Queue<Failure>> planned = new ConcurrentHashMap<>();

  /**
   * A failure of one call.
   *
   * @param done whether the work is done all the same
   */
  record Failure(Status status, boolean done) {}

  /** The next call fails and changes nothing. */
  public void refuse(String call, Status status) {
    plan(call, new Failure(status, false));
  }

  /** The next call does its work, but the caller hears of a failure. */
  public void doAndFail(String call, Status status) {
    plan(call, new Failure(status, true));
  }

  private void plan(String call, Failure failure) {
    planned.computeIfAbsent(call, name -> new ConcurrentLinkedQueue<>()).add(failure);
  }

  Optional<Failure> next(String call) {
    Queue<Failure> queue = planned.get(call);
    return queue == null ? Optional.empty() : Optional.ofNullable(queue.poll());
  }
}
