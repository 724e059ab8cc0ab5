/**
 * Volumes of clouds that once were part of Kubernetes and are those of CSI drivers now: each is
 * seen as what its driver would call it. In: a volume as the pod or the persistent volume has it.
 * Out: the same as a CSI volume. Pure; upstream: the CSI translation library.
 */
@NullMarked
package dev.jubelet.volume.migrate;

import org.jspecify.annotations.NullMarked;
