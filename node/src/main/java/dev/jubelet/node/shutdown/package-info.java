/**
 * What happens to the pods when the machine is about to go down: who ends when and with how much
 * grace (pure), and the one who carries it out. Upstream: the node shutdown manager.
 */
@NullMarked
package dev.jubelet.node.shutdown;

import org.jspecify.annotations.NullMarked;
