package dev.jubelet.server.http1;

import java.util.concurrent.Semaphore;

/**
 * Lets only a few requests at a time have a long head. Anybody who can connect may send one before
 * it is known who asks, so that many together could use up the agent's memory.
 *
 * <p>Thread: any. Owns: the permits.
 */
public final class LargeHeads {
  private static final int AT_A_TIME = 4;

  private final Semaphore permits = new Semaphore(AT_A_TIME);

  /** For one request, from its head to the end of its answer. */
  public Claim claim() {
    return new Claim();
  }

  /**
   * Holds a permit once the head has proved to be long.
   *
   * <p>Thread: the connection's.
   */
  public final class Claim implements AutoCloseable {
    private boolean held;

    private Claim() {}

    void take() throws MalformedRequest {
      if (!permits.tryAcquire()) {
        throw MalformedRequest.of(431, "too many requests with long headers at the same time");
      }
      held = true;
    }

    @Override
    public void close() {
      if (held) {
        held = false;
        permits.release();
      }
    }
  }
}
