/** Tests of volumes of CSI drivers. */
@NullMarked
package dev.jubelet.volume.csi;

import org.jspecify.annotations.NullMarked;
