/**
 * The pod resources API: which pods run here and what of the node's CPUs, memory and devices they
 * hold, served as gRPC on a socket file to monitoring agents of this node. Upstream: the pod
 * resources endpoint.
 */
@NullMarked
package dev.jubelet.server.podresources;

import org.jspecify.annotations.NullMarked;
