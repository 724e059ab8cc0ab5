/**
 * CSI volumes that controllers attach to the node: which are in use, and how long pods have waited
 * for the VolumeAttachment of one; upstream: csi_attacher.
 */
@NullMarked
package dev.jubelet.volume.csi.attach;

import org.jspecify.annotations.NullMarked;
