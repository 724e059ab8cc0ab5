/**
 * A node for tests: the distribution's kubelet as a process of its own, with its own directories.
 */
@NullMarked
package dev.jubelet.testing.node;

import org.jspecify.annotations.NullMarked;
