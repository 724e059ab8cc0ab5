/** Tests of what is told about use. */
@NullMarked
package dev.jubelet.server.stats;

import org.jspecify.annotations.NullMarked;
