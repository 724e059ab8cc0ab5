/**
 * The agent's own metrics: one meter for each part, which listens at the part's seam and knows the
 * names, labels and buckets by which dashboards find its numbers.
 */
@NullMarked
package dev.jubelet.app.metric;

import org.jspecify.annotations.NullMarked;
