/** Images on a real runtime: their collection and their import. */
@NullMarked
package dev.jubelet.it.image;

import org.jspecify.annotations.NullMarked;
