/**
 * Stage 3 of 11. In: changes of what is wanted, changes in the runtime, ends of pods. Out: pods to
 * the workers. One thread, {@code sync-loop}, owns the set of wanted pods; upstream: the sync loop
 * and the pod manager.
 */
@NullMarked
package dev.jubelet.pod.sync;

import org.jspecify.annotations.NullMarked;
