/**
 * A node that belongs to a cluster: a real API server with its etcd, the agent as its only node,
 * and a watcher that notes when it is shown what.
 */
@NullMarked
package dev.jubelet.benchmark.cluster;

import org.jspecify.annotations.NullMarked;
