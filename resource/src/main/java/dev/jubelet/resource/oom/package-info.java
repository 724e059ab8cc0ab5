/**
 * Processes that the kernel killed for want of memory, as its log tells of them. In: lines of the
 * kernel log. Out: {@link dev.jubelet.resource.oom.OomKill}. Pure. Upstream: the OOM watcher.
 */
@NullMarked
package dev.jubelet.resource.oom;

import org.jspecify.annotations.NullMarked;
