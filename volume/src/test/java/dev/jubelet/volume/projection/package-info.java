@NullMarked
package dev.jubelet.volume.projection;

import org.jspecify.annotations.NullMarked;
