package dev.jubelet.edge.apiserver.certificate;

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

  private RotationRule() {}

  /** Between 70 and 90 percent of its life; {@code luck} is from 0 to 1. */
  static Instant dueAt(X509Certificate certificate, double luck) {
    Instant start = certificate.getNotBefore().toInstant();
    Duration life = Duration.between(start, certificate.getNotAfter().toInstant());
    return start.plusMillis((long) (life.toMillis() * (EARLIEST + SPREAD * luck)));
  }

  /** Whether the certificate names everything that the template does. */
  static boolean covers(X509Certificate certificate, CertificateTemplate template) {
    Set<String> named = new HashSet<>();
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        names.forEach(name -> named.add(String.valueOf(name.get(1))));
      }
    } catch (CertificateParsingException e) {
      return false;
    }
    return named.containsAll(template.dnsNames()) && named.containsAll(template.addresses());
  }
}
