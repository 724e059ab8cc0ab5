@NullMarked
package dev.jubelet.volume.flex;

import org.jspecify.annotations.NullMarked;
