/**
 * Joins the snapshots of all sources into one stream of changes.
 *
 * <p>Stage 2 of 11. In: {@link dev.jubelet.pod.model.SourceSnapshot}. Out: {@link
 * dev.jubelet.pod.model.PodChange} in order. Runs on the sync loop's thread. Upstream: the
 * kubelet's pod config.
 */
@NullMarked
package dev.jubelet.pod.merge;

import org.jspecify.annotations.NullMarked;
