/**
 * Stage 6 of 11: decides what to do for one pod. In: the spec, what the runtime has, probe results,
 * back-offs and the time. Out: a plan of actions that actuate carries out. Pure functions without
 * threads or I/O, called on the pod's lane; upstream: computePodActions and killContainer's rules.
 */
@NullMarked
package dev.jubelet.pod.plan;

import org.jspecify.annotations.NullMarked;
