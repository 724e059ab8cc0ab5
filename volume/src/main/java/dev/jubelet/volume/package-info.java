/**
 * The volumes of pods and the directory of each pod in which they live. In: a pod. Out: {@link
 * dev.jubelet.pod.model.VolumeOutcome}. Volumes: emptyDir, hostPath, what the agent writes itself
 * ({@link dev.jubelet.volume.projection}), and whatever is plugged in as a {@link
 * dev.jubelet.volume.plugin.VolumePlugin}, in the pod or behind a claim; what else a pod may ask
 * for, {@link dev.jubelet.volume.UnsupportedVolumes} names for admission to refuse. Runs on the
 * thread of the pod, with calls that may hang on a few platform threads; upstream: volume manager.
 *
 * <p>To read: {@link dev.jubelet.volume.PodVolumes} joins the parts, {@link
 * dev.jubelet.volume.PodSetup} sets up the volumes of a pod, {@link
 * dev.jubelet.volume.VolumeMounter} one of them, {@link dev.jubelet.volume.PluginVolumes} one that
 * a plugin provides, {@link dev.jubelet.volume.PodTeardown} undoes it all, and {@link
 * dev.jubelet.volume.Reconstruction} finds it again after a restart.
 */
@NullMarked
package dev.jubelet.volume;

import org.jspecify.annotations.NullMarked;
