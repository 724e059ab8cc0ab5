/**
 * Probes of containers: when they are made ({@code schedule}), how ({@code check}), what they have
 * found ({@link dev.jubelet.probe.Probes}); and the hooks of a container's life ({@code hook}).
 * Upstream: the prober and its results, lifecycle handlers.
 */
@NullMarked
package dev.jubelet.probe;

import org.jspecify.annotations.NullMarked;
