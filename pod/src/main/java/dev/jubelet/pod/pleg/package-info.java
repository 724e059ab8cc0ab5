/**
 * Stage 9 of 11. In: the runtime's event stream and listings. Out: {@code RuntimeChange}s for the
 * sync loop, and {@code ObservedPod}s for whoever asks about one pod. Events wake, reads tell the
 * truth, and a listing now and then checks that no event was missed. Threads: {@code
 * runtime-events}, {@code pleg-relist}; upstream: PLEG.
 */
@NullMarked
package dev.jubelet.pod.pleg;

import org.jspecify.annotations.NullMarked;
