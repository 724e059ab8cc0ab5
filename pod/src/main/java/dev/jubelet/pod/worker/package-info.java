/**
 * Stage 5 of 11. In: pods to run or end from the sync loop, wakes from the runtime watcher. Out:
 * plans handed to actuation, statuses handed to the store. One lane per pod, a virtual thread while
 * there is work; upstream: pod workers.
 */
@NullMarked
package dev.jubelet.pod.worker;

import org.jspecify.annotations.NullMarked;
