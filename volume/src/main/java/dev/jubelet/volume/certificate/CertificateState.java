package dev.jubelet.volume.certificate;

import dev.jubelet.volume.projection.PodCertificates.Credential;
import java.time.Instant;

/**
 * How far a certificate of a pod has come.
 *
 * <pre>
 * NotRequested ──► Requested ──► Issued ◄──► Renewing
 *    ▲           │                        │
 *    └─ vanished ┼──────► Refused ◄───────┘
 * </pre>
 *
 * Requests that vanish are made again. A refusal is final for the pod.
 */
sealed interface CertificateState {
  /** Nobody was asked yet. */
  record NotRequested() implements CertificateState {}

  /** A signer is asked for the first one. */
  record Requested(PendingRequest asked) implements CertificateState {}

  /** The pod has a certificate. */
  record Issued(CurrentCertificate certified) implements CertificateState {}

  /** The pod has a certificate, and a signer is asked for the next one. */
  record Renewing(CurrentCertificate certified, PendingRequest asked) implements CertificateState {}

  /** The signer does not give one; why is in its words. */
  record Refused(Verdict verdict, String reason, String message) implements CertificateState {}

  /** The two ways to say no, with their names in conditions and events. */
  enum Verdict {
    DENIED("Denied", "denied", "was denied"),
    FAILED("Failed", "failed", "failed");

    private final String condition;
    private final String metricName;
    private final String phrase;

    Verdict(String condition, String metricName, String phrase) {
      this.condition = condition;
      this.metricName = metricName;
      this.phrase = phrase;
    }

    String condition() {
      return condition;
    }

    /** Its name in metrics. */
    String metricName() {
      return metricName;
    }

    String phrase() {
      return phrase;
    }
  }

  /**
   * A request that was made.
   *
   * @param key the private key that it is for, in PEM
   * @param name of the request
   * @param abandonAt when a request that cannot be seen is taken to be gone
   */
  record PendingRequest(String key, String name, Instant at, Instant abandonAt) {
    @Override
    public String toString() {
      return "PendingRequest[" + name + "]";
    }
  }

  /**
   * A certificate that was issued.
   *
   * @param refreshAt when the next one is asked for
   * @param overdueReported whether people know that the next one does not come
   * @param expiredReported whether people know that it cannot be used any more
   */
  record CurrentCertificate(
      Credential credential,
      Instant refreshAt,
      Instant notAfter,
      boolean overdueReported,
      boolean expiredReported) {}
}
