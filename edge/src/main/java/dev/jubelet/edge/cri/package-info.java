/**
 * Stage 8 of 11: the container runtime, spoken to by CRI v1 over a unix socket. In: requests in the
 * messages of the wire. Out: answers, or {@link dev.jubelet.edge.cri.CriException} with a kind.
 * Calls block and run on the caller's thread; upstream: cri-client.
 */
@NullMarked
package dev.jubelet.edge.cri;

import org.jspecify.annotations.NullMarked;
