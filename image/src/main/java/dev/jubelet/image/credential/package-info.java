/**
 * With which names and passwords an image may be pulled: secrets of the pod, docker configuration
 * files of the node, and plugins, in that order. In: a pod and the normalised repository. Out:
 * {@link dev.jubelet.image.credential.Credential}s in the order in which they are tried. Runs on
 * the thread of the pod that waits for the image; upstream: credential provider keyrings.
 */
@NullMarked
package dev.jubelet.image.credential;

import org.jspecify.annotations.NullMarked;
