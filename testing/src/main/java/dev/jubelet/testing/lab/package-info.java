/**
 * Real components for tests: a private containerd with its own network and offline images, started
 * by {@code hack/containerd}. In: nothing but the machine. Out: a socket to speak CRI to. A test
 * class says {@code @NeedsContainerd} and takes a {@link PrivateContainerd} as parameter; where the
 * machine cannot run containers the class is skipped with one line that says why.
 */
@NullMarked
package dev.jubelet.testing.lab;

import org.jspecify.annotations.NullMarked;
