/**
 * Volumes that are disks behind Fibre Channel. In: the names of targets or disks. Out: the disk,
 * mounted or as a device.
 */
@NullMarked
package dev.jubelet.volume.fc;

import org.jspecify.annotations.NullMarked;
