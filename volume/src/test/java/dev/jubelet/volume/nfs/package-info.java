@NullMarked
package dev.jubelet.volume.nfs;

import org.jspecify.annotations.NullMarked;
