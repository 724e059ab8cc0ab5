/**
 * Volumes that are disks of an iSCSI target. In: portals, the target's name and a unit. Out: the
 * disk, mounted or as a device. The host's {@code iscsiadm} logs in and out.
 */
@NullMarked
package dev.jubelet.volume.iscsi;

import org.jspecify.annotations.NullMarked;
