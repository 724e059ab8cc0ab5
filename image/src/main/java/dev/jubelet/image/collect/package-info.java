/**
 * Image garbage collection: which images go when the disk fills up or they grow old. {@link
 * dev.jubelet.image.collect.CollectionPlanner} decides and is pure, {@link
 * dev.jubelet.image.collect.ImageCollector} looks, acts and tells, {@link
 * dev.jubelet.image.collect.CollectionLoop} gives it its time. In: the runtime's images and
 * containers, the image file system. Out: RemoveImage calls, events, metrics. Runs on the lane
 * {@code image-gc}; upstream: image GC manager.
 */
@NullMarked
package dev.jubelet.image.collect;

import org.jspecify.annotations.NullMarked;
