/**
 * From files and drop-ins to one effective KubeletConfiguration. In: a config file, a drop-in
 * directory and the values that flags set. Out: an immutable {@code KubeletConfig} with warnings,
 * or every problem that was found. Thread: the one that starts the process. Upstream: cmd/kubelet
 * and pkg/kubelet/kubeletconfig.
 */
@NullMarked
package dev.jubelet.app.config;

import org.jspecify.annotations.NullMarked;
