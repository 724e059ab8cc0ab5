package dev.jubelet.volume.certificate;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ApiResource;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCertificateProjection;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks a signer for a certificate, by way of the API server. */
@FunctionalInterface
interface CertificateRequests {
  /** A request that was made. */
  record Made(String name, Instant created) {}

  /**
   * Throws {@link ApiException} or {@link VolumeException}.
   *
   * @param stub the proof that the key is there, a request without content
   */
  Made ask(Pod pod, PodCertificateProjection projection, ByteString stub);

  /** {@code nodeUid} is that of the Node object; empty until it is registered. */
  static CertificateRequests of(
      ApiClient client, String nodeName, Supplier<Optional<String>> nodeUid) {
    ApiResource<ServiceAccount> accounts =
        ApiResource.core("serviceaccounts", "ServiceAccount", ServiceAccount.class);
    return (pod, projection, stub) -> {
      String namespace = pod.getMetadata().getNamespace();
      String account = pod.getSpec().getServiceAccountName();
      if (account == null || account.isEmpty()) {
        throw new VolumeException(
            "a certificate was asked for, but the pod has no service account");
      }
      String node =
          nodeUid.get().orElseThrow(() -> new VolumeException("the node is not registered yet"));
      PodCertificateRequest made =
          client.create(
              PodCertificateRequest.RESOURCE,
              namespace,
              PodCertificateRequest.asking(
                  new PodCertificateRequest.Spec(
                      projection.getSignerName(),
                      pod.getMetadata().getName(),
                      pod.getMetadata().getUid(),
                      account,
                      client.get(accounts.object(namespace, account)).getMetadata().getUid(),
                      nodeName,
                      node,
                      projection.getMaxExpirationSeconds(),
                      Base64.getEncoder().encodeToString(stub.toByteArray()),
                      projection.getUserAnnotations())));
      return new Made(
          made.getMetadata().getName(), Instant.parse(made.getMetadata().getCreationTimestamp()));
    };
  }
}
