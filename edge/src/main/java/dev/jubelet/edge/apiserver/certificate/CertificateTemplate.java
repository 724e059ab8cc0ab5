package dev.jubelet.edge.apiserver.certificate;

import java.util.List;

/**
 * What a certificate should say, and who should sign it.
 *
 * @param dnsNames with {@code addresses} the names of a server; both empty for a client
 */
public record CertificateTemplate(
    String signer,
    String node,
    List<String> usages,
    List<String> dnsNames,
    List<String> addresses) {

  /** With which a node speaks to the API server. */
  public static CertificateTemplate client(String node) {
    return new CertificateTemplate(
        "kubernetes.io/kube-apiserver-client-kubelet",
        node,
        List.of("digital signature", "client auth"),
        List.of(),
        List.of());
  }

  /** With which a node serves. */
  public static CertificateTemplate serving(
      String node, List<String> dnsNames, List<String> addresses) {
    return new CertificateTemplate(
        "kubernetes.io/kubelet-serving",
        node,
        List.of("digital signature", "server auth"),
        dnsNames,
        addresses);
  }
}
