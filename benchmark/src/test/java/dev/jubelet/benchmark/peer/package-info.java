/** Tests of the comparison's table. */
@NullMarked
package dev.jubelet.benchmark.peer;

import org.jspecify.annotations.NullMarked;
