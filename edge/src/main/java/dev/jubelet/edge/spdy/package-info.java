/**
 * The client's side of SPDY/3.1, as container runtimes speak it: streams over one connection, of
 * which one side can be closed alone.
 */
@NullMarked
package dev.jubelet.edge.spdy;

import org.jspecify.annotations.NullMarked;
