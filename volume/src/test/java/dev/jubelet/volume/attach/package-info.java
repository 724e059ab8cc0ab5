@NullMarked
package dev.jubelet.volume.attach;

import org.jspecify.annotations.NullMarked;
