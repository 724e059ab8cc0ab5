package dev.jubelet.resource.eviction.pressure;

import java.time.Duration;

/**
 * How much there is of what a signal counts.
 *
 * @param at when it was read, on the monotonic clock
 */
public record Reading(long available, long capacity, Duration at) {}
