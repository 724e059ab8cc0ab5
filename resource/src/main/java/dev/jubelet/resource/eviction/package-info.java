/**
 * Which pods a node has to end for what they use. In: the limits of pods and what they use of the
 * disks. Out: an {@link dev.jubelet.resource.eviction.Eviction} for whoever ends pods. What is too
 * much and when to look is decided by pure functions; only {@link
 * dev.jubelet.resource.eviction.LimitLane} acts on it, one lane for each pod that has a limit.
 * Upstream: the eviction manager, its part for local storage.
 */
@NullMarked
package dev.jubelet.resource.eviction;

import org.jspecify.annotations.NullMarked;
