/** The agent as users have it, on a real containerd. */
@NullMarked
package dev.jubelet.it.node;

import org.jspecify.annotations.NullMarked;
