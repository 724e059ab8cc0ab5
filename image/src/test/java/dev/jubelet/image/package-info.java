@NullMarked
package dev.jubelet.image;

import org.jspecify.annotations.NullMarked;
