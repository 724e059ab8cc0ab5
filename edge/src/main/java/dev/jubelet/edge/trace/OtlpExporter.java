package dev.jubelet.edge.trace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.api.otlp.ExportTracePartialSuccess;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.base.trace.FinishedSpan;
import dev.jubelet.base.trace.SpanSink;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands spans to a collector in batches: when enough wait, or some seconds after the first. While
 * the collector is away the spans of so many wait, new ones are dropped and counted, and the log
 * has one line.
 *
 * <p>Thread: spans from any; exports on a lane of its own. Owns: the spans that wait.
 */
public final class OtlpExporter implements SpanSink, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(OtlpExporter.class);
  private static final int MOST_WAITING = 2048;
  private static final int BATCH = 512;
  private static final Duration SCHEDULE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  /** What OTLP says may succeed later. */
  private static final Set<Status.Code> PASSING =
      Set.of(
          Status.Code.CANCELLED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.ABORTED,
          Status.Code.OUT_OF_RANGE,
          Status.Code.UNAVAILABLE,
          Status.Code.DATA_LOSS,
          Status.Code.RESOURCE_EXHAUSTED);

  private final CollectorClient collector;
  private final SpanEncoder encoder;
  private final Timers timers;
  private final Lane lane;
  private final AtomicLong exported = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Object lock = new Object();

  @GuardedBy("lock")
  private final Deque<FinishedSpan> waiting = new ArrayDeque<>();

  @GuardedBy("lock")
  private boolean closing;

  /** Zero while all goes well; the lane's alone but read when a span comes. */
  private volatile Duration pause = Duration.ZERO;

  /** The resource is what is told of this process; connects with the first batch. */
  public OtlpExporter(CollectorEndpoint endpoint, Map<String, String> resource, Timers timers) {
    this.collector = new CollectorClient(endpoint);
    this.encoder = new SpanEncoder(resource);
    this.timers = timers;
    this.lane = new Lane("trace-export", this::step, timers);
  }

  /** Spans that the collector took. */
  public long exported() {
    return exported.get();
  }

  /** Spans that were lost: too many waited, or the collector refused them. */
  public long dropped() {
    return dropped.get();
  }

  @Override
  public void take(FinishedSpan span) {
    int size;
    synchronized (lock) {
      if (closing || waiting.size() >= MOST_WAITING) {
        dropped.incrementAndGet();
        return;
      }
      waiting.add(span);
      size = waiting.size();
    }
    Duration resting = pause;
    if (size == 1) {
      timers.after(resting.isZero() ? SCHEDULE : resting, lane::wake);
    } else if (size == BATCH && resting.isZero()) {
      lane.wake();
    }
  }

  private Next step() {
    while (true) {
      List<FinishedSpan> batch = batch();
      if (batch.isEmpty() || !export(batch)) {
        break;
      }
    }
    return next();
  }

  private List<FinishedSpan> batch() {
    synchronized (lock) {
      return waiting.stream().limit(BATCH).toList();
    }
  }

  private Next next() {
    synchronized (lock) {
      if (closing) {
        over.countDown();
        return Next.DONE;
      }
      // What came after all were taken has set a timer of its own.
      return waiting.isEmpty() || pause.isZero() ? Next.IDLE : new Next.After(pause);
    }
  }

  /** Whether the batch is dealt with, be it taken or refused for good. */
  private boolean export(List<FinishedSpan> batch) {
    try {
      ExportTracePartialSuccess partial =
          collector.export(encoder.request(batch)).getPartialSuccess();
      succeeded(batch, partial);
      return true;
    } catch (StatusRuntimeException e) {
      return failed(batch, e.getStatus());
    }
  }

  private void succeeded(List<FinishedSpan> batch, ExportTracePartialSuccess partial) {
    long refused = Math.clamp(partial.getRejectedSpans(), 0, batch.size());
    remove(batch);
    exported.addAndGet(batch.size() - refused);
    dropped.addAndGet(refused);
    if (refused > 0) {
      log.atDebug()
          .addKeyValue("spans", refused)
          .addKeyValue("error", partial.getErrorMessage())
          .log("Trace collector rejected spans");
    }
    if (!pause.isZero()) {
      pause = Duration.ZERO;
      log.info("The collector of traces takes spans again");
    }
  }

  private boolean failed(List<FinishedSpan> batch, Status status) {
    boolean passing = PASSING.contains(status.getCode());
    if (pause.isZero()) {
      log.atWarn()
          .addKeyValue("error", status.getCode() + ": " + status.getDescription())
          .log("Trace collector unavailable; dropping spans");
    }
    Duration doubled = pause.multipliedBy(2);
    pause = pause.isZero() ? SCHEDULE : min(doubled, LONGEST_PAUSE);
    if (!passing) {
      remove(batch);
      dropped.addAndGet(batch.size());
    }
    return false;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  private void remove(List<FinishedSpan> batch) {
    synchronized (lock) {
      batch.forEach(span -> waiting.removeFirst());
    }
  }

  /** Makes one last attempt to hand over what waits, and waits a moment for it. */
  @Override
  public void close() {
    synchronized (lock) {
      closing = true;
    }
    lane.wake();
    try {
      if (!over.await(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
        log.debug("The collector of traces did not take the last spans in time");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      collector.close();
    }
  }
}
