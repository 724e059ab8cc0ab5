package dev.jubelet.base.trace;

import dev.jubelet.base.trace.FinishedSpan.Identity;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans and hands on those of the traces that are kept. A trace that is not kept has spans
 * nevertheless, so that other processes hear that it is not.
 *
 * <p>Thread: any.
 */
public final class RecordingTracer implements Tracer {
  private final Sampling sampling;
  private final InstantSource clock;
  private final SpanSink sink;
  private final String scope;

  public RecordingTracer(Sampling sampling, InstantSource clock, SpanSink sink, String scope) {
    this.sampling = sampling;
    this.clock = clock;
    this.sink = sink;
    this.scope = scope;
  }

  @Override
  public boolean isOn() {
    return true;
  }

  @Override
  public Tracer scoped(String other) {
    return new RecordingTracer(sampling, clock, sink, other);
  }

  @Override
  public Span current() {
    LiveSpan current = CurrentSpan.get();
    return current == null ? Span.NONE : current;
  }

  @Override
  public Span begin(String name) {
    return CurrentSpan.push(live(name, SpanKind.INTERNAL, context(CurrentSpan.get())));
  }

  @Override
  public Span beginPart(String name) {
    return CurrentSpan.get() == null ? Span.NONE : begin(name);
  }

  @Override
  public Span beginServing(String name, Optional<SpanContext> caller) {
    return CurrentSpan.push(live(name, SpanKind.SERVER, caller.orElse(null)));
  }

  @Override
  public Span beginCall(String name) {
    return live(name, SpanKind.CLIENT, context(CurrentSpan.get()));
  }

  @Override
  public Runnable carry(Runnable task) {
    LiveSpan here = CurrentSpan.get();
    return here == null ? task : () -> CurrentSpan.within(here, task);
  }

  private static @Nullable SpanContext context(@Nullable LiveSpan span) {
    return span == null ? null : span.context();
  }

  private LiveSpan live(String name, SpanKind kind, @Nullable SpanContext parent) {
    SpanContext own = parent == null ? first() : below(parent);
    long parentId = parent == null ? 0 : parent.spanId();
    return new LiveSpan(new Identity(own, parentId, scope, name, kind), clock, sink);
  }

  private SpanContext first() {
    long low = anyId();
    return new SpanContext(anyId(), low, anyId(), sampling.keeps(low));
  }

  private static SpanContext below(SpanContext parent) {
    return new SpanContext(parent.traceHigh(), parent.traceLow(), anyId(), parent.sampled());
  }

  /** All zeros would mean none. */
  private static long anyId() {
    long id = ThreadLocalRandom.current().nextLong();
    return id == 0 ? 1 : id;
  }
}
