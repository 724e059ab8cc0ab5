/** Tests of the command line. */
@NullMarked
package dev.jubelet.benchmark;

import org.jspecify.annotations.NullMarked;
