package dev.jubelet.volume.certificate;

import dev.jubelet.volume.certificate.CertificateState.CurrentCertificate;
import dev.jubelet.volume.certificate.CertificateState.Issued;
import dev.jubelet.volume.certificate.CertificateState.NotRequested;
import dev.jubelet.volume.certificate.CertificateState.PendingRequest;
import dev.jubelet.volume.certificate.CertificateState.Refused;
import dev.jubelet.volume.certificate.CertificateState.Renewing;
import dev.jubelet.volume.certificate.CertificateState.Requested;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What becomes of the certificate of a pod, and when to look at it again. Pure. */
final class CertificateRules {
  /** Certificates are renewed, and lost requests made again, not by all nodes at once. */
  static final Duration MAX_JITTER = Duration.ofMinutes(5);

  private static final Duration OVERDUE = Duration.ofMinutes(10);
  private static final Duration LOST = Duration.ofMinutes(10);

  private CertificateRules() {}

  /**
   * What to do.
   *
   * @param ask whether a signer is to be asked now
   * @param events what people should know
   */
  record Step(CertificateState state, boolean ask, List<CertificateEvent> events) {
    Step(CertificateState state, boolean ask) {
      this(state, ask, List.of());
    }
  }

  /** An event about the pod. */
  record CertificateEvent(String reason, String message) {}

  /** What there is to know: {@code jitter} is a chance part of {@link #MAX_JITTER}. */
  record JitteredTime(Instant now, Duration jitter) {}

  /**
   * @param seen of the request that the state waits for; empty when it cannot be seen
   * @param request how events call that request
   */
  static Step step(
      CertificateState state, Optional<RequestOutcome> seen, String request, JitteredTime moment) {
    return switch (state) {
      case NotRequested unasked -> new Step(unasked, true);
      case Refused refused -> new Step(refused, false);
      case Requested awaited ->
          seen.isPresent()
              ? decided(awaited, awaited.asked(), seen.get(), request, moment)
              : vanished(awaited, awaited.asked(), new NotRequested(), moment);
      case Issued(CurrentCertificate certified) -> {
        Step checked = checked(certified, moment.now());
        yield new Step(
            checked.state(), !moment.now().isBefore(certified.refreshAt()), checked.events());
      }
      case Renewing renewing ->
          seen.isPresent()
              ? renewed(renewing, seen.get(), request, moment)
              : vanished(renewing, renewing.asked(), new Issued(renewing.certified()), moment);
    };
  }

  private static Step vanished(
      CertificateState state, PendingRequest asked, CertificateState before, JitteredTime moment) {
    boolean gone = moment.now().isAfter(asked.abandonAt());
    return gone ? step(before, Optional.empty(), "", moment) : new Step(state, false);
  }

  private static Step renewed(
      Renewing from, RequestOutcome seen, String request, JitteredTime moment) {
    Step step = decided(from, from.asked(), seen, request, moment);
    if (!(step.state() instanceof Renewing(CurrentCertificate certified, PendingRequest asked))) {
      return step;
    }
    Step checked = checked(certified, moment.now());
    return checked.state() instanceof Issued(CurrentCertificate known)
        ? new Step(new Renewing(known, asked), false, checked.events())
        : step;
  }

  private static Step decided(
      CertificateState state,
      PendingRequest asked,
      RequestOutcome seen,
      String request,
      JitteredTime moment) {
    return switch (seen) {
      case RequestOutcome.Pending _ -> new Step(state, false);
      case RequestOutcome.Rejected(var verdict, String reason, String message) ->
          new Step(
              new Refused(verdict, reason, message),
              false,
              List.of(
                  new CertificateEvent(
                      verdict.condition(),
                      "PodCertificateRequest %s %s, reason=\"%s\", message=\"%s\""
                          .formatted(request, verdict.phrase(), reason, message))));
      case RequestOutcome.Granted(String chain, Instant refresh, Instant end) ->
          new Step(
              new Issued(
                  new CurrentCertificate(
                      new Credential(asked.key(), chain),
                      refresh.plus(moment.jitter()),
                      end,
                      false,
                      false)),
              false);
    };
  }

  /** Each thing is checked once. */
  private static Step checked(CurrentCertificate now, Instant time) {
    List<CertificateEvent> events = new ArrayList<>();
    boolean overdue = time.isAfter(now.refreshAt().plus(OVERDUE));
    boolean expired = time.isAfter(now.notAfter());
    if (overdue && !now.overdueReported()) {
      events.add(
          new CertificateEvent("CertificateOverdueForRefresh", "PodCertificate refresh overdue"));
    }
    if (expired && !now.expiredReported()) {
      events.add(new CertificateEvent("CertificateExpired", "PodCertificate expired"));
    }
    return new Step(
        new Issued(
            new CurrentCertificate(
                now.credential(),
                now.refreshAt(),
                now.notAfter(),
                now.overdueReported() || overdue,
                now.expiredReported() || expired)),
        false,
        events);
  }

  static PendingRequest asked(String key, String name, Instant created, Duration jitter) {
    return new PendingRequest(key, name, created, created.plus(LOST).plus(jitter));
  }

  /** A signer was asked, as the step wanted. */
  static CertificateState afterAsking(CertificateState state, PendingRequest asked) {
    return switch (state) {
      case NotRequested _, Requested _ -> new Requested(asked);
      case Issued(CurrentCertificate certified) -> new Renewing(certified, asked);
      case Renewing(CurrentCertificate certified, PendingRequest _) ->
          new Renewing(certified, asked);
      case Refused refused -> refused;
    };
  }

  /** The next moment at which something is to be done, if nothing happens before. */
  static Optional<Instant> lookAgain(CertificateState state, Instant now) {
    Stream<Instant> moments =
        switch (state) {
          case NotRequested _, Refused _ -> Stream.empty();
          case Requested(PendingRequest asked) -> Stream.of(asked.abandonAt());
          case Issued(CurrentCertificate certified) -> moments(certified);
          case Renewing(CurrentCertificate certified, PendingRequest asked) ->
              Stream.concat(moments(certified), Stream.of(asked.abandonAt()));
        };
    return moments.filter(moment -> !moment.isBefore(now)).min(Instant::compareTo);
  }

  private static Stream<Instant> moments(CurrentCertificate certified) {
    return Stream.of(
        certified.refreshAt(), certified.refreshAt().plus(OVERDUE), certified.notAfter());
  }

  /** The certificate that the pod has, be it good for much longer or not. */
  static Optional<Credential> current(CertificateState state) {
    return switch (state) {
      case Issued(CurrentCertificate certified) -> Optional.of(certified.credential());
      case Renewing(CurrentCertificate certified, PendingRequest _) ->
          Optional.of(certified.credential());
      case NotRequested _, Requested _, Refused _ -> Optional.empty();
    };
  }

  /** The name of the state in metrics. */
  static String metricName(CertificateState state, Instant now) {
    return switch (state) {
      case NotRequested _, Requested _ -> "not_yet_issued";
      case Refused refused -> refused.verdict().metricName();
      case Issued(CurrentCertificate certified) -> metricName(certified, now);
      case Renewing(CurrentCertificate certified, PendingRequest _) -> metricName(certified, now);
    };
  }

  private static String metricName(CurrentCertificate certified, Instant now) {
    if (now.isAfter(certified.notAfter())) {
      return "expired";
    }
    return now.isAfter(certified.refreshAt().plus(OVERDUE)) ? "overdue_for_refresh" : "fresh";
  }
}
