/**
 * FlexVolume: kinds of volumes that a program in a directory of the node mounts. Deprecated, but in
 * use. In: a pod and a volume. Out: the calls {@code init}, {@code mount} and {@code unmount}.
 * Drivers that attach volumes to nodes are not supported.
 */
@NullMarked
package dev.jubelet.volume.flex;

import org.jspecify.annotations.NullMarked;
