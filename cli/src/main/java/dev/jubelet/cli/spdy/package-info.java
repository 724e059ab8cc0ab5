/** A command that runs in a container, joined to the people's terminal. */
@NullMarked
package dev.jubelet.cli.spdy;

import org.jspecify.annotations.NullMarked;
