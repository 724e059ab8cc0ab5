/** The agent as a node of a real cluster: API server, scheduler, controllers and containerd. */
@NullMarked
package dev.jubelet.it.cluster;

import org.jspecify.annotations.NullMarked;
