package dev.jubelet.volume.certificate;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.projection.PodCertificates.Source;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/**
 * Makes keys and asks signers to certify them.
 *
 * <p>Thread: any; waits for the key and for the API server.
 */
record CertificateIssuer(CertificateRequests requests, PodKeys keys) {
  /**
   * A key and the request for its certificate.
   *
   * @param key in PEM
   * @param name of the request
   */
  record KeyRequest(String key, String name, Instant created) {
    @Override
    public String toString() {
      return "KeyRequest[" + name + "]";
    }
  }

  /** Throws {@link dev.jubelet.edge.apiserver.ApiException} or a VolumeException. */
  KeyRequest request(Pod pod, Source source) {
    PodKeys.Made made =
        keys.make(
            KeyType.named(source.projection().getKeyType()),
            "source %d of volume %s of pod %s"
                .formatted(source.index(), source.volume(), PodUid.of(pod)));
    CertificateRequests.Made request = requests.ask(pod, source.projection(), made.stub());
    return new KeyRequest(made.key(), request.name(), request.created());
  }
}
