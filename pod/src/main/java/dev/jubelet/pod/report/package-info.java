/**
 * Tells the API server how pods are. In: what this agent has to say of each pod, and what the
 * server has. Out: patches of pods' statuses, and the deletion of pods that have ended. Upstream:
 * the status manager.
 *
 * <p>Stage 11 of 11. One lane per pod, a virtual thread while there is something to write, so that
 * no pod waits for another; what to write is decided by pure functions.
 */
@NullMarked
package dev.jubelet.pod.report;

import org.jspecify.annotations.NullMarked;
