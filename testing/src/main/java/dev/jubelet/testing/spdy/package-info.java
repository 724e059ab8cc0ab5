/** A runtime's streaming server for tests. */
@NullMarked
package dev.jubelet.testing.spdy;

import org.jspecify.annotations.NullMarked;
