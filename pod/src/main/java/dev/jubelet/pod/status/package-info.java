/**
 * Stage 10 of 11: says how a pod is. In: the spec, what the runtime has, probe results, start
 * errors, the status before and the worker's verdict. Out: the PodStatus for the API server. Pure
 * functions without threads or I/O, called on the pod's lane; upstream: generateAPIPodStatus.
 */
@NullMarked
package dev.jubelet.pod.status;

import org.jspecify.annotations.NullMarked;
