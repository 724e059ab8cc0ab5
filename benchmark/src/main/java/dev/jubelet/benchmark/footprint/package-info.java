/** What each part of the agent costs: classes, heap, native memory, threads. */
@NullMarked
package dev.jubelet.benchmark.footprint;

import org.jspecify.annotations.NullMarked;
