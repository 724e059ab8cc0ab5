/** A CSI driver for tests, over directories and disks. */
@NullMarked
package dev.jubelet.testing.csi;

import org.jspecify.annotations.NullMarked;
