package dev.jubelet.server.stats;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * Has all volumes measured from time to time, so that it is noticed when something is wrong with
 * one while nobody asks for figures.
 *
 * <p>Thread: a lane of its own.
 */
public final class VolumeHealthMonitor implements AutoCloseable {
  private final Runnable measure;
  private final Duration period;
  private final Lane lane;
  private volatile boolean closed;

  public VolumeHealthMonitor(Runnable measure, Duration period, Timers timers) {
    this.measure = measure;
    this.period = period;
    this.lane = new Lane("volume-health", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  private Next step() {
    if (closed) {
      return Next.DONE;
    }
    measure.run();
    return new Next.After(period);
  }

  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
