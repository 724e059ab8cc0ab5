/** The health checks and the pages that report them. */
@NullMarked
package dev.jubelet.server.health;

import org.jspecify.annotations.NullMarked;
