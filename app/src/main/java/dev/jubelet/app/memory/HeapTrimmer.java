package dev.jubelet.app.memory;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import java.time.Duration;

/**
 * Collects garbage before the heap has grown to its limit. Left alone, the serial collector lets
 * the old generation grow that far before it looks at it once; the limit is there for large
 * objects, not for garbage. Nothing happens while the heap is small.
 *
 * <p>Thread: lane {@code heap-trim}. Owns: what the last collection left.
 */
public final class HeapTrimmer implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(5);
  private static final long SMALL = 64L << 20;

  private final Heap heap;
  private final Lane lane;
  private volatile boolean closed;
  private long live;
  private long committedThen;

  /** The heap of a JVM. */
  interface Heap {
    /** Bytes in use, garbage included. */
    long used();

    /** Bytes taken from the machine. */
    long committed();

    /** Frees what nobody uses, at once. */
    void collect();
  }

  HeapTrimmer(Heap heap, Timers timers) {
    this.heap = heap;
    this.lane = new Lane("heap-trim", this::look, timers);
  }

  /** Of this process. */
  public static HeapTrimmer ofThisProcess(Timers timers) {
    return new HeapTrimmer(new JavaHeap(Runtime.getRuntime()), timers);
  }

  public void start() {
    lane.wake();
  }

  Lane.Next look() {
    if (closed) {
      return Lane.Next.DONE;
    }
    long committed = heap.committed();
    if (committed > committedThen && committed > Math.max(SMALL, live + live / 2)) {
      heap.collect();
      live = heap.used();
      committedThen = heap.committed();
    }
    return new Lane.Next.After(PERIOD);
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }

  private record JavaHeap(Runtime java) implements Heap {
    @Override
    public long used() {
      return java.totalMemory() - java.freeMemory();
    }

    @Override
    public long committed() {
      return java.totalMemory();
    }

    @Override
    public void collect() {
      java.gc();
    }
  }
}
