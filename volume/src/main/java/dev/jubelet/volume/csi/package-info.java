/**
 * Volumes of CSI drivers: persistent ones, which are staged once for the node and published to each
 * pod, and those that begin and end with a pod. What a restarted agent must know stands beside the
 * mounts in {@code vol_data.json}; upstream: volume/csi.
 */
@NullMarked
package dev.jubelet.volume.csi;

import org.jspecify.annotations.NullMarked;
