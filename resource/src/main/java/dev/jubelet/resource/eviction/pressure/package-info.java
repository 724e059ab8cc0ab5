/**
 * What a node does when it runs short of memory, disk or process ids. In: readings of the node's
 * signals, and under pressure what each pod uses. Out: the node's pressures, and one pod at a time
 * that has to go. {@link dev.jubelet.resource.eviction.pressure.PressureRules}, {@link
 * dev.jubelet.resource.eviction.pressure.Ranking} and {@link
 * dev.jubelet.resource.eviction.pressure.EvictionText} decide and are pure; {@link
 * dev.jubelet.resource.eviction.pressure.PressureWatch} acts. Upstream: the eviction manager.
 */
@NullMarked
package dev.jubelet.resource.eviction.pressure;

import org.jspecify.annotations.NullMarked;
