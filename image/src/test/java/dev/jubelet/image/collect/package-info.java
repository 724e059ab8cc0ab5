@NullMarked
package dev.jubelet.image.collect;

import org.jspecify.annotations.NullMarked;
