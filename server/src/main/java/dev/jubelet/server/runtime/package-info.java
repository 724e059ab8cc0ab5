/**
 * What goes through the container runtime on behalf of a client: exec, attach, port-forward,
 * checkpoints, and the listing of what runs.
 *
 * <p>In: names of pods and containers. Out: URLs of streams, files, bare pods. Threads: the
 * callers'.
 */
@NullMarked
package dev.jubelet.server.runtime;

import org.jspecify.annotations.NullMarked;
