@NullMarked
package dev.jubelet.volume.disk;

import org.jspecify.annotations.NullMarked;
