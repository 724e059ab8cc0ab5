/** Tests of what the cluster is told of drivers. */
@NullMarked
package dev.jubelet.volume.csi.node;

import org.jspecify.annotations.NullMarked;
