/** The rules by which pods live and end, shown on real containers. */
@NullMarked
package dev.jubelet.it.lifecycle;

import org.jspecify.annotations.NullMarked;
