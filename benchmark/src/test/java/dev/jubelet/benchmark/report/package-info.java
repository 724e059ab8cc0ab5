/** Tests of the statistics and the table. */
@NullMarked
package dev.jubelet.benchmark.report;

import org.jspecify.annotations.NullMarked;
