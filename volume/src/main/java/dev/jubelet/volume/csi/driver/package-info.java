/**
 * What is known of CSI drivers: where they have registered, what the cluster says of them in its
 * CSIDriver objects, and how many volumes fit on the node. In: drivers that come and go. Out:
 * connections to them, and their spec. Runs on lanes and on the threads of those who ask; upstream:
 * csi_plugin, csi_drivers_store and csi_node_updater.
 */
@NullMarked
package dev.jubelet.volume.csi.driver;

import org.jspecify.annotations.NullMarked;
