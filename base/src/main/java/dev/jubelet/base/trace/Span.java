package dev.jubelet.base.trace;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work under way. Ending it twice keeps the first end.
 *
 * <p>Thread: any; who begins a span that becomes current ends it on the same thread, or lets the
 * span around it end there.
 */
public interface Span extends AutoCloseable {
  /** No span: nothing is kept of it. */
  Span NONE =
      new Span() {
        @Override
        public @Nullable SpanContext context() {
          return null;
        }

        @Override
        public Span with(String key, String value) {
          return this;
        }

        @Override
        public Span with(String key, long value) {
          return this;
        }

        @Override
        public void happened(String event, String detail) {}

        @Override
        public void fail(String why) {}

        @Override
        public void close() {}
      };

  /** Where it is in its trace, to be told to other processes; null for {@link #NONE}. */
  @Nullable SpanContext context();

  Span with(String key, String value);

  Span with(String key, long value);

  /** Notes a moment within the span; the detail may be empty. */
  void happened(String event, String detail);

  /** Says why the work failed; the last reason counts. */
  void fail(String why);

  /** Ends the span. */
  @Override
  void close();
}
