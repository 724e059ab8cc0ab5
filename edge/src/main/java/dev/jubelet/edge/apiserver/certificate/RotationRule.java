package dev.jubelet.edge.apiserver.certificate;

import java.net.InetAddress;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** When a certificate is to be replaced. Pure. */
final class RotationRule {
  private static final double EARLIEST = 0.7;
  private static final double SPREAD = 0.2;
  // The kinds of alternative names, as the JDK numbers them.
  private static final Object DNS = 2;
  private static final Object ADDRESS = 7;

  private RotationRule() {}

  /** Between 70 and 90 percent of its life; {@code luck} is from 0 to 1. */
  static Instant dueAt(X509Certificate certificate, double luck) {
    Instant start = certificate.getNotBefore().toInstant();
    Duration life = Duration.between(start, certificate.getNotAfter().toInstant());
    return start.plusMillis((long) (life.toMillis() * (EARLIEST + SPREAD * luck)));
  }

  /** Whether the certificate says everything that the template does; it may say more. */
  static boolean covers(X509Certificate certificate, CertificateTemplate template) {
    Set<String> names = new HashSet<>();
    Set<InetAddress> addresses = new HashSet<>();
    try {
      Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
      for (List<?> name : alternatives == null ? List.<List<?>>of() : alternatives) {
        if (DNS.equals(name.get(0))) {
          names.add(String.valueOf(name.get(1)));
        } else if (ADDRESS.equals(name.get(0))) {
          addresses.add(InetAddress.ofLiteral(String.valueOf(name.get(1))));
        }
      }
    } catch (CertificateParsingException e) {
      return false;
    }
    return isOf(certificate, template.node())
        && names.containsAll(template.dnsNames())
        && addresses.containsAll(
            template.addresses().stream().map(InetAddress::ofLiteral).toList());
  }

  /** The name of a node has no character that would be written otherwise in a subject. */
  private static boolean isOf(X509Certificate certificate, String node) {
    String subject = certificate.getSubjectX500Principal().getName();
    return List.of(subject.split("[,+]"))
        .containsAll(List.of("CN=system:node:" + node, "O=system:nodes"));
  }
}
