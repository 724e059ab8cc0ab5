/**
 * Certificates that signers of the cluster issue to pods. In: what the sources of projected volumes
 * wish for, and the PodCertificateRequests of this node. Out: keys with their certificates, pods to
 * wake, and events. What to do is decided in {@link
 * dev.jubelet.volume.certificate.CertificateRules}. Upstream: the pod certificate manager.
 */
@NullMarked
package dev.jubelet.volume.certificate;

import org.jspecify.annotations.NullMarked;
