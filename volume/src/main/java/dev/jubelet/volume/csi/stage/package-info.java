/**
 * CSI volumes that are made ready once for the node (NodeStageVolume), and unstaged when no pod
 * uses or wants them any more. Unstaging runs on a lane of the driver; upstream: csi_attacher.
 */
@NullMarked
package dev.jubelet.volume.csi.stage;

import org.jspecify.annotations.NullMarked;
