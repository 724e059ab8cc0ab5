package dev.jubelet.edge.apiserver.certificate;

import io.fabric8.kubernetes.api.model.NodeAddress;
import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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

  /**
   * With which a node of these addresses serves; empty as long as it has none, where names alone
   * count only {@code ifNamesAreEnough}.
   */
  public static Optional<CertificateTemplate> serving(
      String node, Collection<NodeAddress> of, boolean ifNamesAreEnough) {
    Set<String> names = new TreeSet<>();
    Set<String> addresses = new TreeSet<>();
    for (NodeAddress each : of) {
      String text = each.getAddress() == null ? "" : each.getAddress();
      switch (each.getType()) {
        case "InternalDNS", "ExternalDNS" -> names.add(text);
        case "Hostname" -> (isAddress(text) ? addresses : names).add(text);
        case "InternalIP", "ExternalIP" -> {
          if (isAddress(text)) {
            addresses.add(text);
          }
        }
        default -> {}
      }
    }
    names.remove("");
    boolean enough = !addresses.isEmpty() || (ifNamesAreEnough && !names.isEmpty());
    return enough
        ? Optional.of(serving(node, List.copyOf(names), List.copyOf(addresses)))
        : Optional.empty();
  }

  private static boolean isAddress(String text) {
    try {
      return InetAddress.ofLiteral(text).getAddress().length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
