/**
 * Block devices: their file systems, and how containers get to them. In: a device and where it is
 * wanted. Out: it is mounted or linked there. Programs of the host check and make file systems; the
 * kernel mounts them.
 */
@NullMarked
package dev.jubelet.volume.device;

import org.jspecify.annotations.NullMarked;
