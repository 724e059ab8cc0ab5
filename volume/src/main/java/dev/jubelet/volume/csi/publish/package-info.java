/**
 * CSI volumes that are made ready for a pod (NodePublishVolume), as a mount or as a device. Runs on
 * the threads of the plugin; upstream: csi_mounter and csi_block.
 */
@NullMarked
package dev.jubelet.volume.csi.publish;

import org.jspecify.annotations.NullMarked;
