/**
 * Traces beyond this process: calls of gRPC that carry their trace with them, and the exporter that
 * hands spans to a collector by OpenTelemetry's protocol. Loaded only when tracing is configured.
 */
@NullMarked
package dev.jubelet.edge.trace;

import org.jspecify.annotations.NullMarked;
