package dev.jubelet.edge.unix;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * How long to rest before the next attempt to connect. The first one after a loss is made at once:
 * most peers are back by then. From then on the rest doubles, and stays so short that nobody waits
 * noticeably longer for a peer than it is away. However many calls are made meanwhile, they share
 * the attempt.
 *
 * <p>Thread: any. Owns: the number of losses since a call was last answered.
 */
final class ConnectPace {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofMillis(250);

  private volatile int losses;

  /** One connection was lost, or could not be made. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // two at once may count as one
  void lost() {
    losses++;
  }

  /** The peer answers. */
  void answered() {
    if (losses != 0) {
      losses = 0;
    }
  }

  /** Rests as long as the losses so far ask for. */
  void rest() {
    Duration rest = rest(losses);
    if (!rest.isZero()) {
      LockSupport.parkNanos(rest.toNanos());
    }
  }

  static Duration rest(int losses) {
    if (losses < 2) {
      return Duration.ZERO;
    }
    int doublings = Math.min(losses - 2, 10);
    Duration rest = SHORTEST.multipliedBy(1L << doublings);
    return rest.compareTo(LONGEST) < 0 ? rest : LONGEST;
  }
}
