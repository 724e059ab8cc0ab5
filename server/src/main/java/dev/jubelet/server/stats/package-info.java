/**
 * What the node, its pods and their containers use: {@code /stats/summary}, {@code
 * /metrics/cadvisor} and {@code /metrics/resource}. Everything is read when somebody asks and kept
 * for a few seconds; nothing samples in between. Upstream: stats provider, cAdvisor.
 */
@NullMarked
package dev.jubelet.server.stats;

import org.jspecify.annotations.NullMarked;
