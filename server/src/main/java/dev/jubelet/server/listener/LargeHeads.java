package dev.jubelet.server.listener;

import dev.jubelet.base.http.HeadLimits;
import dev.jubelet.base.http.MalformedMessage;
import java.util.concurrent.Semaphore;

/**
 * Lets only a few requests at a time have a long head. Anybody who can connect may send one before
 * it is known who asks, so that many together could use up the agent's memory.
 *
 * <p>Thread: any. Owns: the permits.
 */
final class LargeHeads {
  private static final int AT_A_TIME = 4;
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int USUAL_BYTES = 16 * 1024;
  private static final int MAX_FIELDS = 256;

  private final Semaphore permits = new Semaphore(AT_A_TIME);

  /** For one request, from its head to the end of its answer. */
  Claim claim() {
    return new Claim();
  }

  /**
   * Holds a permit once the head has proved to be long.
   *
   * <p>Thread: the connection's.
   */
  final class Claim implements AutoCloseable {
    private boolean held;

    private Claim() {}

    /** What the head may be: short, and long only with a permit. */
    HeadLimits limits() {
      return HeadLimits.of(USUAL_BYTES, MAX_FIELDS).extended(this::take);
    }

    private int take() throws MalformedMessage {
      if (!permits.tryAcquire()) {
        throw new MalformedMessage(
            MalformedMessage.Kind.TOO_LARGE,
            "too many requests with long headers at the same time");
      }
      held = true;
      return MAX_BYTES - USUAL_BYTES;
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
