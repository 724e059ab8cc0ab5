package dev.jubelet.volume.projection;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;

/** Gives certificates that are issued to pods; only a node with an API server has them. */
@FunctionalInterface
public interface PodCertificates {

  /**
   * Which certificate of a pod is meant.
   *
   * @param index the place of the source in its volume
   */
  record Source(String volume, int index, PodCertificateProjection projection) {}

  /**
   * A certificate with its key, both in PEM. Its text form shows neither.
   *
   * @param chain the certificate, and those that lead to its authority
   */
  record Credential(String key, String chain) {
    @Override
    public String toString() {
      return "Credential[hidden]";
    }
  }

  /**
   * A credential that can be used now. Asks for it when there is none, and for another one when it
   * is time. Throws {@link dev.jubelet.volume.disk.VolumeException} when there is none yet; the pod
   * is woken when that changes.
   */
  Credential of(Pod pod, Source source);
}
