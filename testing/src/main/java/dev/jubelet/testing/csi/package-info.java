/** A CSI driver for tests, over directories. */
@NullMarked
package dev.jubelet.testing.csi;

import org.jspecify.annotations.NullMarked;
