/**
 * Collection of what is left in the runtime and beside it: dead containers, old sandboxes, logs and
 * links without a pod. Not a stage of the path; upstream: container garbage collection.
 */
@NullMarked
package dev.jubelet.pod.collect;

import org.jspecify.annotations.NullMarked;
