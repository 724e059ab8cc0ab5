@NullMarked
package dev.jubelet.image.archive;

import org.jspecify.annotations.NullMarked;
