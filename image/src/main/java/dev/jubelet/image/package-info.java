/**
 * Brings the images of containers onto the machine: {@link dev.jubelet.image.ImagePuller} is the
 * way in. In: a pod, one of its containers and the sandbox it will run in. Out: {@link
 * dev.jubelet.pod.model.ImageOutcome} and events. Runs on the thread of the pod that waits for the
 * image; upstream: image manager.
 */
@NullMarked
package dev.jubelet.image;

import org.jspecify.annotations.NullMarked;
