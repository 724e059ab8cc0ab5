/**
 * The volumes of pods and the directory of each pod in which they live. In: a pod. Out: {@link
 * dev.jubelet.pod.model.VolumeOutcome}. So far emptyDir on disk and hostPath; what else a pod may
 * ask for, {@link dev.jubelet.volume.UnsupportedVolumes} names for admission to refuse. Runs on the
 * thread of the pod; upstream: volume manager.
 */
@NullMarked
package dev.jubelet.volume;

import org.jspecify.annotations.NullMarked;
