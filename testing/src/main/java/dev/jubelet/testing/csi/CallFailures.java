package dev.jubelet.testing.csi;

import io.grpc.Status;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * Which of the next calls fail, and how.
 *
 * <p>Thread: any. Owns: the failures to come.
 */
public final class CallFailures {
  private final Map<String, Queue<Failure>> planned = new ConcurrentHashMap<>();
  private final Map<String, Queue<Hold>> holds = new ConcurrentHashMap<>();

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

  /** The next call does its work, then waits until it is let go. */
  public Hold hold(String call) {
    Hold hold = new Hold();
    holds.computeIfAbsent(call, name -> new ConcurrentLinkedQueue<>()).add(hold);
    return hold;
  }

  /** A call that is held up. */
  public static final class Hold {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);

    public boolean hasBegun() {
      return begun.getCount() == 0;
    }

    public void letGo() {
      gone.countDown();
    }

    private void pass() {
      begun.countDown();
      try {
        gone.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void passHolds(String call) {
    Queue<Hold> queue = holds.get(call);
    Hold hold = queue == null ? null : queue.poll();
    if (hold != null) {
      hold.pass();
    }
  }

  private void plan(String call, Failure failure) {
    planned.computeIfAbsent(call, name -> new ConcurrentLinkedQueue<>()).add(failure);
  }

  Optional<Failure> next(String call) {
    Queue<Failure> queue = planned.get(call);
    return queue == null ? Optional.empty() : Optional.ofNullable(queue.poll());
  }
}
