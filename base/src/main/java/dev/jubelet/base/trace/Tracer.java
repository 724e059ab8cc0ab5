package dev.jubelet.base.trace;

import java.util.Optional;

/**
 * Makes spans. Each thread has a current span, below which new ones are begun.
 *
 * <p>Thread: any.
 */
public interface Tracer {
  /** Makes none. */
  Tracer OFF =
      new Tracer() {
        @Override
        public boolean isOn() {
          return false;
        }

        @Override
        public Tracer scoped(String scope) {
          return this;
        }

        @Override
        public Span current() {
          return Span.NONE;
        }

        @Override
        public Span begin(String name) {
          return Span.NONE;
        }

        @Override
        public Span beginPart(String name) {
          return Span.NONE;
        }

        @Override
        public Span beginServing(String name, Optional<SpanContext> caller) {
          return Span.NONE;
        }

        @Override
        public Span beginCall(String name) {
          return Span.NONE;
        }

        @Override
        public Runnable carry(Runnable task) {
          return task;
        }
      };

  boolean isOn();

  /** The same tracer for another part of the process. */
  Tracer scoped(String scope);

  /** The current span of this thread, {@link Span#NONE} when there is none. */
  Span current();

  /** Begins work below the current span, or else a new trace; it becomes current. */
  Span begin(String name);

  /** The same, but without a current span there is none. */
  Span beginPart(String name);

  /** Begins work that another process asked for, below its span if it told one; becomes current. */
  Span beginServing(String name, Optional<SpanContext> caller);

  /** Begins a call of another process, below the current span; does not become current. */
  Span beginCall(String name);

  /** The task as a part of what this thread does now, for a thread of its own. */
  Runnable carry(Runnable task);
}
