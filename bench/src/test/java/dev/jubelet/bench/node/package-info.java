/** Tests of what reads the node. */
@NullMarked
package dev.jubelet.bench.node;

import org.jspecify.annotations.NullMarked;
