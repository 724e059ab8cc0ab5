/**
 * The Node object around its status: labels, taints, annotations; what of an existing object is
 * brought in line when the node registers again; what changed, as a patch. Pure.
 */
@NullMarked
package dev.jubelet.node.object;

import org.jspecify.annotations.NullMarked;
