/**
 * The node's side of the container storage interface: calls to drivers over their sockets. In: CSI
 * messages. Out: answers, or {@link dev.jubelet.edge.csi.CsiException}. Runs on the caller's
 * thread.
 */
@NullMarked
package dev.jubelet.edge.csi;

import org.jspecify.annotations.NullMarked;
