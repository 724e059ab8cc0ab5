package dev.jubelet.edge.apiserver;

import dev.jubelet.base.trace.Tracer;

/**
 * Who sees what happens on a connection.
 *
 * @param requests counts them
 * @param tracer makes a span of each
 * @param alarm is told when a call was so late that all connections were left
 */
public record Observers(ApiListener requests, Tracer tracer, Runnable alarm) {
  /** Nobody does. */
  public static final Observers NONE = new Observers(ApiListener.UNHEARD, Tracer.OFF, () -> {});
}
