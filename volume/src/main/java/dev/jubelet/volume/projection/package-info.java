/**
 * Volumes whose files the agent writes: config maps, secrets, fields of the pod. {@link
 * dev.jubelet.volume.projection.PayloadBuilder} says what is to be seen, {@link
 * dev.jubelet.volume.projection.AtomicTree} lets readers see it all at once. Upstream: the plugins
 * configmap, secret, downward-api and projected, and the atomic writer.
 */
@NullMarked
package dev.jubelet.volume.projection;

import org.jspecify.annotations.NullMarked;
