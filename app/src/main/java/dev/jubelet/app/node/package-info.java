/** Who this node is and what it has, computed once at the start. */
@NullMarked
package dev.jubelet.app.node;

import org.jspecify.annotations.NullMarked;
