package dev.jubelet.edge.linux;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * An open file that another process has passed to this one. What it is good for is to be held, and
 * closed: the other side notices.
 *
 * <p>Thread: any. Owns: a file descriptor until {@link #close}.
 */
public final class PassedDescriptor implements AutoCloseable {
  private final int number;

  @GuardedBy("this")
  private boolean closed;

  PassedDescriptor(int number) {
    this.number = number;
  }

  /** May be repeated. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      Native.close(number);
    }
  }
}
