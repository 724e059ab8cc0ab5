/**
 * The status of the Node object from what was observed of the machine, the runtime and the agent.
 * Pure, but for {@link dev.jubelet.node.status.MachineFiles}. Upstream: the node status setters.
 */
@NullMarked
package dev.jubelet.node.status;

import org.jspecify.annotations.NullMarked;
