/** Tests of the floors. */
@NullMarked
package dev.jubelet.benchmark.floor;

import org.jspecify.annotations.NullMarked;
