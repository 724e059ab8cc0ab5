/**
 * A small SPDY/3.1 client for exec: streams over one connection, of which one side can be closed
 * alone.
 */
@NullMarked
package dev.jubelet.cli.spdy;

import org.jspecify.annotations.NullMarked;
