/**
 * What is counted and timed about volumes. In: operations on volumes, and which volumes pods want
 * and have. Out: {@link dev.jubelet.volume.meter.VolumeMeter}, which the metrics implement.
 * Upstream: the metrics of the volume manager and of the operation executor.
 */
@NullMarked
package dev.jubelet.volume.meter;

import org.jspecify.annotations.NullMarked;
