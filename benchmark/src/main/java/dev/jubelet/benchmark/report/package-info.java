/** Statistics, and the one table in which all figures are printed. Pure. */
@NullMarked
package dev.jubelet.benchmark.report;

import org.jspecify.annotations.NullMarked;
