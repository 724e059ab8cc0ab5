package dev.jubelet.base;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * How many bytes may be kept in memory of things whose size others decide. What does not fit is
 * refused; without a bound it would be the process that ends, again and again, for its next start
 * would read the same things.
 *
 * <p>Thread: any. Owns: the count.
 */
public final class ByteBudget {
  private final long limit;

  @GuardedBy("this")
  private long used;

  public ByteBudget(long limitBytes) {
    this.limit = limitBytes;
  }

  /** For what is kept of one thing, nothing at first. */
  public Claim claim() {
    return new Claim();
  }

  public synchronized long used() {
    return used;
  }

  public long limit() {
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
   * What one thing takes of the budget.
   *
   * <p>Thread: any. Owns: its size.
   */
  public final class Claim implements AutoCloseable {
    @GuardedBy("this")
    private long bytes;

    @GuardedBy("this")
    private boolean closed;

    private Claim() {}

    /** Returns false and leaves it as it is when that does not fit; also once it is closed. */
    public synchronized boolean resize(long now) {
      if (closed || !change(bytes, now)) {
        return false;
      }
      bytes = now;
      return true;
    }

    /** Whether it could have this size now. */
    public synchronized boolean fits(long wanted) {
      return !closed && ByteBudget.this.fits(bytes, wanted);
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
