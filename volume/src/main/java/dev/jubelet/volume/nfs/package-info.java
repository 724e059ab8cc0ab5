/** Volumes of an NFS server, mounted by the host's own program for it. */
@NullMarked
package dev.jubelet.volume.nfs;

import org.jspecify.annotations.NullMarked;
