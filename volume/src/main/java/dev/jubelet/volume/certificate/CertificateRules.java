package dev.jubelet.volume.certificate;

import dev.jubelet.volume.certificate.CertificateState.Asked;
import dev.jubelet.volume.certificate.CertificateState.Awaited;
import dev.jubelet.volume.certificate.CertificateState.Certified;
import dev.jubelet.volume.certificate.CertificateState.Issued;
import dev.jubelet.volume.certificate.CertificateState.Refused;
import dev.jubelet.volume.certificate.CertificateState.Renewing;
import dev.jubelet.volume.certificate.CertificateState.Unasked;
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
  static final Duration SPREAD = Duration.ofMinutes(5);

  private static final Duration OVERDUE = Duration.ofMinutes(10);
  private static final Duration LOST = Duration.ofMinutes(10);

  private CertificateRules() {}

  /**
   * What to do.
   *
   * @param ask whether a signer is to be asked now
   * @param news what people should know
   */
  record Step(CertificateState state, boolean ask, List<News> news) {
    Step(CertificateState state, boolean ask) {
      this(state, ask, List.of());
    }
  }

  /** An event about the pod. */
  record News(String reason, String message) {}

  /** What there is to know: {@code spread} is a chance part of {@link #SPREAD}. */
  record Moment(Instant now, Duration spread) {}

  /**
   * @param seen of the request that the state waits for; empty when it cannot be seen
   * @param request how events call that request
   */
  static Step step(
      CertificateState state, Optional<RequestOutcome> seen, String request, Moment moment) {
    return switch (state) {
      case Unasked unasked -> new Step(unasked, true);
      case Refused refused -> new Step(refused, false);
      case Awaited awaited ->
          seen.isPresent()
              ? decided(awaited, awaited.asked(), seen.get(), request, moment)
              : vanished(awaited, awaited.asked(), new Unasked(), moment);
      case Issued(Certified certified) -> {
        Step told = told(certified, moment.now());
        yield new Step(told.state(), !moment.now().isBefore(certified.refreshAt()), told.news());
      }
      case Renewing renewing ->
          seen.isPresent()
              ? renewed(renewing, seen.get(), request, moment)
              : vanished(renewing, renewing.asked(), new Issued(renewing.certified()), moment);
    };
  }

  private static Step vanished(
      CertificateState state, Asked asked, CertificateState before, Moment moment) {
    boolean gone = moment.now().isAfter(asked.abandonAt());
    return gone ? step(before, Optional.empty(), "", moment) : new Step(state, false);
  }

  private static Step renewed(Renewing from, RequestOutcome seen, String request, Moment moment) {
    Step step = decided(from, from.asked(), seen, request, moment);
    if (!(step.state() instanceof Renewing(Certified certified, Asked asked))) {
      return step;
    }
    Step told = told(certified, moment.now());
    return told.state() instanceof Issued(Certified known)
        ? new Step(new Renewing(known, asked), false, told.news())
        : step;
  }

  private static Step decided(
      CertificateState state, Asked asked, RequestOutcome seen, String request, Moment moment) {
    return switch (seen) {
      case RequestOutcome.Pending _ -> new Step(state, false);
      case RequestOutcome.Rejected(var verdict, String reason, String message) ->
          new Step(
              new Refused(verdict, reason, message),
              false,
              List.of(
                  new News(
                      verdict.condition(),
                      "PodCertificateRequest %s %s, reason=\"%s\", message=\"%s\""
                          .formatted(request, verdict.phrase(), reason, message))));
      case RequestOutcome.Granted(String chain, Instant refresh, Instant end) ->
          new Step(
              new Issued(
                  new Certified(
                      new Credential(asked.key(), chain),
                      refresh.plus(moment.spread()),
                      end,
                      false,
                      false)),
              false);
    };
  }

  /** Each thing is told once. */
  private static Step told(Certified now, Instant time) {
    List<News> news = new ArrayList<>();
    boolean overdue = time.isAfter(now.refreshAt().plus(OVERDUE));
    boolean expired = time.isAfter(now.notAfter());
    if (overdue && !now.toldOverdue()) {
      news.add(new News("CertificateOverdueForRefresh", "PodCertificate refresh overdue"));
    }
    if (expired && !now.toldExpired()) {
      news.add(new News("CertificateExpired", "PodCertificate expired"));
    }
    return new Step(
        new Issued(
            new Certified(
                now.credential(),
                now.refreshAt(),
                now.notAfter(),
                now.toldOverdue() || overdue,
                now.toldExpired() || expired)),
        false,
        news);
  }

  static Asked asked(String key, String name, Instant created, Duration spread) {
    return new Asked(key, name, created, created.plus(LOST).plus(spread));
  }

  /** A signer was asked, as the step wanted. */
  static CertificateState afterAsking(CertificateState state, Asked asked) {
    return switch (state) {
      case Unasked _, Awaited _ -> new Awaited(asked);
      case Issued(Certified certified) -> new Renewing(certified, asked);
      case Renewing(Certified certified, Asked _) -> new Renewing(certified, asked);
      case Refused refused -> refused;
    };
  }

  /** The next moment at which something is to be done, if nothing happens before. */
  static Optional<Instant> lookAgain(CertificateState state, Instant now) {
    Stream<Instant> moments =
        switch (state) {
          case Unasked _, Refused _ -> Stream.empty();
          case Awaited(Asked asked) -> Stream.of(asked.abandonAt());
          case Issued(Certified certified) -> moments(certified);
          case Renewing(Certified certified, Asked asked) ->
              Stream.concat(moments(certified), Stream.of(asked.abandonAt()));
        };
    return moments.filter(moment -> !moment.isBefore(now)).min(Instant::compareTo);
  }

  private static Stream<Instant> moments(Certified certified) {
    return Stream.of(
        certified.refreshAt(), certified.refreshAt().plus(OVERDUE), certified.notAfter());
  }

  /** The certificate that the pod has, be it good for much longer or not. */
  static Optional<Credential> current(CertificateState state) {
    return switch (state) {
      case Issued(Certified certified) -> Optional.of(certified.credential());
      case Renewing(Certified certified, Asked _) -> Optional.of(certified.credential());
      case Unasked _, Awaited _, Refused _ -> Optional.empty();
    };
  }

  /** The name of the state in metrics. */
  static String figure(CertificateState state, Instant now) {
    return switch (state) {
      case Unasked _, Awaited _ -> "not_yet_issued";
      case Refused refused -> refused.verdict().figure();
      case Issued(Certified certified) -> figure(certified, now);
      case Renewing(Certified certified, Asked _) -> figure(certified, now);
    };
  }

  private static String figure(Certified certified, Instant now) {
    if (now.isAfter(certified.notAfter())) {
      return "expired";
    }
    return now.isAfter(certified.refreshAt().plus(OVERDUE)) ? "overdue_for_refresh" : "fresh";
  }
}
