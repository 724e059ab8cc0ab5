/** Tests of the CSI driver for tests, and with it of how plugins register. */
@NullMarked
package dev.jubelet.testing.csi;

import org.jspecify.annotations.NullMarked;
