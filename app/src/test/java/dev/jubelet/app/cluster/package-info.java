/** Tests of what joins the node to its cluster. */
@NullMarked
package dev.jubelet.app.cluster;

import org.jspecify.annotations.NullMarked;
