/**
 * The iptables chains that a kubelet keeps on its machine: a mark by which other programs tell
 * which iptables is in use, and a rule against packets from outside to loopback addresses.
 */
@NullMarked
package dev.jubelet.resource.firewall;

import org.jspecify.annotations.NullMarked;
