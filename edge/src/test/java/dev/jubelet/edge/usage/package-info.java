/** Tests of reading what is used. */
@NullMarked
package dev.jubelet.edge.usage;

import org.jspecify.annotations.NullMarked;
