/**
 * What every volume that a plugin provides below the pod's directory has in common. In: a pod and
 * one of its volumes. Out: where the volume can be seen.
 */
@NullMarked
package dev.jubelet.volume.plugin;

import org.jspecify.annotations.NullMarked;
