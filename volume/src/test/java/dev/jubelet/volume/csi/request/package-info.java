/** Tests of what CSI drivers are asked. */
@NullMarked
package dev.jubelet.volume.csi.request;

import org.jspecify.annotations.NullMarked;
