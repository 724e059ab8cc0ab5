/**
 * What CSI drivers are asked: a pod's volume in the words of the interface, with what the cluster
 * has to add to it. In: pods and their volumes. Out: requests. Pure, but for what is read from the
 * API server; upstream: csi_client and csi_mounter.
 */
@NullMarked
package dev.jubelet.volume.csi.request;

import org.jspecify.annotations.NullMarked;
