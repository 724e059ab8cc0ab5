/**
 * Stage 4 of 11: whether a pod may run on this node. In: a pod, the pods already active here and
 * the facts of the node. Out: {@link dev.jubelet.pod.model.Admission}. Pure: no thread, no I/O, and
 * no state but the sums that {@link dev.jubelet.pod.admit.ActivePods} keeps for its owner;
 * upstream: lifecycle admit handlers.
 */
@NullMarked
package dev.jubelet.pod.admit;

import org.jspecify.annotations.NullMarked;
