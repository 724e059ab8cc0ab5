/**
 * A pod's spec in the words of the CRI: the configuration of its sandbox and of its containers. In:
 * a pod and what surrounds it (image, addresses, volumes). Out: messages for the runtime, or why
 * there can be none. Everything here is a pure function; nothing reads a file or a clock. Upstream:
 * the config generators of kuberuntime and the run options of the kubelet.
 */
@NullMarked
package dev.jubelet.pod.translate;

import org.jspecify.annotations.NullMarked;
