/** Kinds of volumes on the real kernel: loop devices, file systems, mounts. */
@NullMarked
package dev.jubelet.it.volume;

import org.jspecify.annotations.NullMarked;
