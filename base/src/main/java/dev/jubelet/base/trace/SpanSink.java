package dev.jubelet.base.trace;

/** Takes spans that have ended; neither blocks nor throws. */
public interface SpanSink {
  void take(FinishedSpan span);
}
