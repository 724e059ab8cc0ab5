@NullMarked
package dev.jubelet.image.name;

import org.jspecify.annotations.NullMarked;
