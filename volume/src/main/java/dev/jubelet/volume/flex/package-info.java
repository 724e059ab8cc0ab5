/**
 * FlexVolume: volumes that a program in a directory of the node mounts. Deprecated, but in use. In:
 * a pod and a volume. Out: the calls {@code init}, {@code mount} and {@code unmount}, and of
 * drivers that attach volumes to nodes {@code attach}, {@code waitforattach}, {@code mountdevice},
 * {@code unmountdevice} and {@code detach}, as far as no controller does that.
 */
@NullMarked
package dev.jubelet.volume.flex;

import org.jspecify.annotations.NullMarked;
