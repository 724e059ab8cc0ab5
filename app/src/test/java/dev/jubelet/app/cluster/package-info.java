/** How the agent belongs to a cluster. */
@NullMarked
package dev.jubelet.app.cluster;

import org.jspecify.annotations.NullMarked;
