/** Tests of what reads a JVM's answers. */
@NullMarked
package dev.jubelet.benchmark.footprint;

import org.jspecify.annotations.NullMarked;
