/**
 * Credential provider plugins: programs of the node that print logins for images, by the exec
 * protocol of {@code credentialprovider.kubelet.k8s.io}. In: a pod and a repository. Out: a {@link
 * dev.jubelet.image.credential.Keyring}. Runs on the thread of the pod that waits for the image;
 * upstream: credential provider plugins.
 */
@NullMarked
package dev.jubelet.image.plugin;

import org.jspecify.annotations.NullMarked;
