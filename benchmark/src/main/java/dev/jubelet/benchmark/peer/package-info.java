/** The agent beside upstream's kubelet: the same cluster, runtime and pods, in turn. */
@NullMarked
package dev.jubelet.benchmark.peer;

import org.jspecify.annotations.NullMarked;
