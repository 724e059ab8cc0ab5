package dev.jubelet.volume.certificate;

import dev.jubelet.volume.certificate.CertificateState.Verdict;
import java.time.Instant;

/** What can be seen of a request at the API server. */
sealed interface RequestSight {
  /** Nobody has decided. */
  record Pending() implements RequestSight {}

  record Rejected(Verdict verdict, String reason, String message) implements RequestSight {}

  /**
   * The certificate is there.
   *
   * @param chain in PEM
   */
  record Granted(String chain, Instant beginRefreshAt, Instant notAfter) implements RequestSight {}
}
