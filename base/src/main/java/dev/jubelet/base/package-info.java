/**
 * What every other module stands on: time, lanes, life cycle, faults, timelines, whole-file writes.
 * No Kubernetes word in it.
 */
@NullMarked
package dev.jubelet.base;

import org.jspecify.annotations.NullMarked;
