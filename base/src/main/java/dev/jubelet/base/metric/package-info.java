/**
 * Numbers about the process for others to collect: counters, gauges and histograms with a bound
 * number of series each, and the text they are read in.
 */
@NullMarked
package dev.jubelet.base.metric;

import org.jspecify.annotations.NullMarked;
