/** The conditions of the node: pressures and readiness, with their reasons and times. Pure. */
@NullMarked
package dev.jubelet.node.condition;

import org.jspecify.annotations.NullMarked;
