/**
 * Stage 7 of 11. In: a plan. Out: calls to the runtime, in the plan's order. Runs on the pod's
 * lane; upstream: the kuberuntime's SyncPod and KillPod. What a call carries is put together by
 * {@code pod.translate}.
 */
@NullMarked
package dev.jubelet.pod.actuate;

import org.jspecify.annotations.NullMarked;
