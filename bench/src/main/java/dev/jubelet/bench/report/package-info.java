/** Statistics, and the one table in which all figures are printed. Pure. */
@NullMarked
package dev.jubelet.bench.report;

import org.jspecify.annotations.NullMarked;
