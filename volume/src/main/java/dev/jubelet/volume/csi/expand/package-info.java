/**
 * Volumes that have become larger: what the claim wants, what the driver does about it on this node
 * and what the claim and the pod are told. Runs on the threads of those who use the volumes;
 * upstream: expander and node_expander.
 */
@NullMarked
package dev.jubelet.volume.csi.expand;

import org.jspecify.annotations.NullMarked;
