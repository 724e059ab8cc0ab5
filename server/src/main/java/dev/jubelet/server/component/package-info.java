/** The pages about the process itself that every component of the cluster has. */
@NullMarked
package dev.jubelet.server.component;

import org.jspecify.annotations.NullMarked;
