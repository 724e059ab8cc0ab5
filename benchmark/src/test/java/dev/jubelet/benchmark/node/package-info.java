/** Tests of what reads the node. */
@NullMarked
package dev.jubelet.benchmark.node;

import org.jspecify.annotations.NullMarked;
