/**
 * How a container is asked: by a command, over HTTP, TCP or gRPC. What comes back is a value; only
 * the caller decides what it means. Upstream: the probe handlers.
 */
@NullMarked
package dev.jubelet.probe.check;

import org.jspecify.annotations.NullMarked;
