/**
 * Measurements of the agent as it is delivered, each beside a floor on the same machine in the same
 * run. Not tests: a figure that misses its target is printed, and nothing fails.
 */
@NullMarked
package dev.jubelet.benchmark;

import org.jspecify.annotations.NullMarked;
