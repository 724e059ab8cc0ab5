/** A collector of traces for tests. */
@NullMarked
package dev.jubelet.testing.trace;

import org.jspecify.annotations.NullMarked;
