/** Tests of what is known of CSI drivers. */
@NullMarked
package dev.jubelet.volume.csi.driver;

import org.jspecify.annotations.NullMarked;
