package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.ObjectKey;

/**
 * How many bytes of config maps and secrets may be kept in memory. An object that does not fit is
 * refused, and with it the pods that use it; without a bound it would be the agent that ends, again
 * and again, for its next start would read the same objects.
 *
 * <p>Thread: any. Owns: the count.
 */
public final class ObjectBudget {
  private final long limit;

  @GuardedBy("this")
  private long used;

  public ObjectBudget(long limitBytes) {
    this.limit = limitBytes;
  }

  /** For what is kept of one object, nothing at first. */
  Claim claim(ObjectKey key) {
    return new Claim(key);
  }

  public synchronized long usedBytes() {
    return used;
  }

  public long limitBytes() {
    return limit;
  }

  private synchronized boolean change(long less, long more) {
    if (more > less && used - less + more > limit) {
      return false;
    }
    used += more - less;
    return true;
  }

  private synchronized boolean fits(long less, long more) {
    return used - less + more <= limit;
  }

  /**
   * What one object takes of the budget.
   *
   * <p>Thread: any. Owns: its size.
   */
  final class Claim implements AutoCloseable {
    private final ObjectKey key;

    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private boolean closed;

    private Claim(ObjectKey key) {
      this.key = key;
    }

    /** Returns false and leaves it as it is when that does not fit; also once it is closed. */
    synchronized boolean resize(long now) {
      if (closed || !change(bytes, now)) {
        return false;
      }
      bytes = now;
      return true;
    }

    /** Whether it could have this size now. */
    synchronized boolean fits(long wanted) {
      return !closed && ObjectBudget.this.fits(bytes, wanted);
    }

    /** For the users of pods that need the object. */
    String refusal(long wanted) {
      return ("%s has %d bytes and does not fit into memory: %d of the %d bytes that the config"
              + " maps and secrets of this node may have are in use")
          .formatted(key, wanted, usedBytes(), limit);
    }

    /** Its bytes are free for others. */
    @Override
    public synchronized void close() {
      closed = true;
      change(bytes, 0);
      bytes = 0;
    }
  }
}
