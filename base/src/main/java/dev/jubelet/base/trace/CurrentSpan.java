package dev.jubelet.base.trace;

import org.jspecify.annotations.Nullable;

/**
 * The spans that are under way on each thread, innermost first. Ending one also leaves those that
 * were begun within it and never ended.
 *
 * <p>Thread: each sees its own. Owns: the chain of this thread.
 */
final class CurrentSpan {
  private record Link(LiveSpan span, @Nullable Link outer) {}

  private static final ThreadLocal<@Nullable Link> INNERMOST = new ThreadLocal<>();

  private CurrentSpan() {}

  static @Nullable LiveSpan get() {
    Link link = INNERMOST.get();
    return link == null ? null : link.span();
  }

  static LiveSpan push(LiveSpan span) {
    INNERMOST.set(new Link(span, INNERMOST.get()));
    return span;
  }

  static void pop(LiveSpan span) {
    for (Link link = INNERMOST.get(); link != null; link = link.outer()) {
      if (link.span() == span) {
        restore(link.outer());
        return;
      }
    }
  }

  /** Runs the task as if the span had been begun on this thread. */
  static void within(LiveSpan span, Runnable task) {
    Link before = INNERMOST.get();
    INNERMOST.set(new Link(span, before));
    try {
      task.run();
    } finally {
      restore(before);
    }
  }

  private static void restore(@Nullable Link link) {
    if (link == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(link);
    }
  }
}
