/**
 * The node that is measured: a kubelet process of the distribution on a private containerd, and the
 * ways to look at it that disturb it least.
 */
@NullMarked
package dev.jubelet.benchmark.node;

import org.jspecify.annotations.NullMarked;
