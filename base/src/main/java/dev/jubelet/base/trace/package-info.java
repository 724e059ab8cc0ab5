/**
 * Spans: pieces of work with a beginning and an end that nest into traces, within a thread, across
 * threads and across processes (W3C trace context). Who ends a span hands it to a {@link
 * dev.jubelet.base.trace.SpanSink}; without tracing nothing is made at all.
 */
@NullMarked
package dev.jubelet.base.trace;

import org.jspecify.annotations.NullMarked;
