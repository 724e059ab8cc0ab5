/**
 * Real components for tests: a private containerd with its own network and offline images, started
 * by {@code hack/containerd}, and a private API server, started by {@code hack/control-plane}. In:
 * nothing but the machine. Out: a socket to speak CRI to, and a kubeconfig. A test class says
 * {@code @NeedsContainerd} or {@code @NeedsControlPlane} and takes a {@link PrivateContainerd} or a
 * {@link ControlPlane} as parameter; where the machine cannot run them the class is skipped with
 * one line that says why.
 */
@NullMarked
package dev.jubelet.testing.lab;

import org.jspecify.annotations.NullMarked;
