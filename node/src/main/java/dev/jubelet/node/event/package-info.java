/**
 * What people should know about the node, found by comparing two versions of it. Pure, but for what
 * was said already.
 */
@NullMarked
package dev.jubelet.node.event;

import org.jspecify.annotations.NullMarked;
