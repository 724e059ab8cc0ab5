/**
 * Persistent volume claims: what the claims of a pod are bound to, and whether the pod may have it.
 * In: a pod and one of its claims. Out: {@link dev.jubelet.volume.plugin.VolumeSpec.Bound}. Runs on
 * the thread of the pod, which asks the API server; upstream: desired state of world populator.
 */
@NullMarked
package dev.jubelet.volume.claim;

import org.jspecify.annotations.NullMarked;
