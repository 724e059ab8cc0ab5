/** Time that a test moves by hand. */
@NullMarked
package dev.jubelet.testing.time;

import org.jspecify.annotations.NullMarked;
