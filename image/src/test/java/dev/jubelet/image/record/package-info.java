@NullMarked
package dev.jubelet.image.record;

import org.jspecify.annotations.NullMarked;
