package dev.jubelet.volume.certificate;

import dev.jubelet.volume.certificate.CertificateState.Verdict;
import java.time.Instant;

/** What can be seen of a request at the API server. */
sealed interface RequestOutcome {
  /** Nobody has decided. */
  record Pending() implements RequestOutcome {}

  record Rejected(Verdict verdict, String reason, String message) implements RequestOutcome {}

  /**
   * The certificate is there.
   *
   * @param chain in PEM
   */
  record Granted(String chain, Instant beginRefreshAt, Instant notAfter)
      implements RequestOutcome {}
}
