/** Volumes that are a directory or a disk of this node, which only a persistent volume can name. */
@NullMarked
package dev.jubelet.volume.local;

import org.jspecify.annotations.NullMarked;
