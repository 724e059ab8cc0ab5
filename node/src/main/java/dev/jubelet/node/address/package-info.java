/**
 * Under which addresses the node is known. Pure, but for what {@link
 * dev.jubelet.node.address.HostAddresses} tells. Upstream: the node address setter.
 */
@NullMarked
package dev.jubelet.node.address;

import org.jspecify.annotations.NullMarked;
