/** The figures: each measures one promise of the agent, beside its floor where there is one. */
@NullMarked
package dev.jubelet.benchmark.figure;

import org.jspecify.annotations.NullMarked;
