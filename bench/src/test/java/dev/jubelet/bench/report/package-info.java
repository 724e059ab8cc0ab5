/** Tests of the statistics and the table. */
@NullMarked
package dev.jubelet.bench.report;

import org.jspecify.annotations.NullMarked;
