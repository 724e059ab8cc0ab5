/**
 * When a probe is made and what its results come to: pure values and rules, without clock or
 * random. Upstream: the decisions of the probe worker.
 */
@NullMarked
package dev.jubelet.probe.schedule;

import org.jspecify.annotations.NullMarked;
