/**
 * Disks of a storage area network, whatever brings them to the node ({@link
 * dev.jubelet.volume.san.SanTransport}: iSCSI, Fibre Channel). In: a pod and a volume. Out: the
 * disk, attached for the first pod and detached after the last, mounted or as a device.
 */
@NullMarked
package dev.jubelet.volume.san;

import org.jspecify.annotations.NullMarked;
