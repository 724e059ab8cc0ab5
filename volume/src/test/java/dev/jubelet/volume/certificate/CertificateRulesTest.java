package dev.jubelet.volume.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.volume.certificate.CertificateRules.CertificateEvent;
import dev.jubelet.volume.certificate.CertificateRules.JitteredTime;
import dev.jubelet.volume.certificate.CertificateRules.Step;
import dev.jubelet.volume.certificate.CertificateState.CurrentCertificate;
import dev.jubelet.volume.certificate.CertificateState.Issued;
import dev.jubelet.volume.certificate.CertificateState.NotRequested;
import dev.jubelet.volume.certificate.CertificateState.PendingRequest;
import dev.jubelet.volume.certificate.CertificateState.Refused;
import dev.jubelet.volume.certificate.CertificateState.Renewing;
import dev.jubelet.volume.certificate.CertificateState.Requested;
import dev.jubelet.volume.certificate.CertificateState.Verdict;
import dev.jubelet.volume.certificate.RequestOutcome.Granted;
import dev.jubelet.volume.certificate.RequestOutcome.Pending;
import dev.jubelet.volume.certificate.RequestOutcome.Rejected;
import dev.jubelet.volume.projection.PodCertificates.Credential;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CertificateRulesTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant REFRESH = START.plus(Duration.ofHours(1));
  private static final Instant END = START.plus(Duration.ofHours(2));
  private static final Duration MAX_JITTER = Duration.ofMinutes(3);
  private static final PendingRequest ASKED =
      CertificateRules.asked("key", "req-1", START, MAX_JITTER);
  private static final PendingRequest NEXT =
      CertificateRules.asked("key-2", "req-2", REFRESH, MAX_JITTER);
  private static final CurrentCertificate HELD =
      new CurrentCertificate(new Credential("key", "chain"), REFRESH, END, false, false);
  private static final NotRequested UNASKED = new NotRequested();
  private static final Requested AWAITED = new Requested(ASKED);
  private static final Issued ISSUED = new Issued(HELD);
  private static final Renewing RENEWING = new Renewing(HELD, NEXT);
  private static final Refused REFUSED = new Refused(Verdict.DENIED, "Why", "because");

  private static Step step(CertificateState state, RequestOutcome seen, Instant now) {
    return CertificateRules.step(
        state, Optional.of(seen), "shop/req-1", new JitteredTime(now, MAX_JITTER));
  }

  private static Step unseen(CertificateState state, Instant now) {
    return CertificateRules.step(
        state, Optional.empty(), "shop/req-1", new JitteredTime(now, MAX_JITTER));
  }

  private static Arguments row(
      CertificateState state, boolean pending, String minutes, CertificateState next, boolean ask) {
    return Arguments.of(
        state, pending, START.plus(Duration.ofMinutes(Long.parseLong(minutes))), next, ask);
  }

  static Stream<Arguments> whileNobodyDecides() {
    return Stream.of(
        row(UNASKED, false, "0", UNASKED, true),
        row(AWAITED, true, "0", AWAITED, false),
        row(AWAITED, true, "600", AWAITED, false),
        row(AWAITED, false, "13", AWAITED, false),
        row(AWAITED, false, "14", UNASKED, true),
        row(ISSUED, false, "59", ISSUED, false),
        row(ISSUED, false, "60", ISSUED, true),
        row(RENEWING, true, "65", RENEWING, false),
        row(RENEWING, false, "70", RENEWING, false),
        row(REFUSED, false, "600", REFUSED, false));
  }

  @ParameterizedTest
  @MethodSource
  void whileNobodyDecides(
      CertificateState state, boolean pending, Instant now, CertificateState next, boolean ask) {
    Step step = pending ? step(state, new Pending(), now) : unseen(state, now);
    assertThat(step.state()).isEqualTo(next);
    assertThat(step.ask()).isEqualTo(ask);
    assertThat(step.events()).isEmpty();
  }

  @Test
  void aCertificateThatIsIssuedIsUsedAndRenewedAMomentLater() {
    Step step = step(AWAITED, new Granted("chain", REFRESH, END), START);
    assertThat(step.state())
        .isEqualTo(
            new Issued(
                new CurrentCertificate(
                    new Credential("key", "chain"), REFRESH.plus(MAX_JITTER), END, false, false)));
    assertThat(CertificateRules.lookAgain(step.state(), START)).contains(REFRESH.plus(MAX_JITTER));
    assertThat(CertificateRules.current(step.state())).contains(new Credential("key", "chain"));
  }

  @Test
  void theOldCertificateIsUsedUntilTheNextIsThere() {
    assertThat(CertificateRules.current(RENEWING)).contains(HELD.credential());
    Step step = step(RENEWING, new Granted("chain-2", END, END), REFRESH);
    assertThat(CertificateRules.current(step.state())).contains(new Credential("key-2", "chain-2"));
  }

  @Test
  void aRefusalIsFinalAndTold() {
    for (CertificateState state : List.of(AWAITED, RENEWING)) {
      Step step = step(state, new Rejected(Verdict.DENIED, "Why", "because"), START);
      assertThat(step.state()).isEqualTo(REFUSED);
      assertThat(step.events())
          .containsExactly(
              new CertificateEvent(
                  "Denied",
                  "PodCertificateRequest shop/req-1 was denied, reason=\"Why\","
                      + " message=\"because\""));
    }
    assertThat(step(AWAITED, new Rejected(Verdict.FAILED, "Why", "x"), START).events())
        .extracting(CertificateEvent::reason)
        .containsExactly("Failed");
    assertThat(CertificateRules.current(REFUSED)).isEmpty();
    assertThat(CertificateRules.lookAgain(REFUSED, START)).isEmpty();
  }

  @Test
  void whatIsLateIsToldOnce() {
    Instant late = REFRESH.plus(Duration.ofMinutes(10)).plusMillis(1);
    Step overdue = step(RENEWING, new Pending(), late);
    assertThat(overdue.events())
        .extracting(CertificateEvent::reason)
        .containsExactly("CertificateOverdueForRefresh");
    assertThat(overdue.ask()).isFalse();
    assertThat(step(overdue.state(), new Pending(), late).events()).isEmpty();
    Step expired = step(overdue.state(), new Pending(), END.plusMillis(1));
    assertThat(expired.events())
        .extracting(CertificateEvent::reason)
        .containsExactly("CertificateExpired");
    assertThat(step(expired.state(), new Pending(), END.plusSeconds(9)).events()).isEmpty();
  }

  @Test
  void oneThatCannotEvenBeAskedForIsLateAsWell() {
    Step step = unseen(ISSUED, END.plusMillis(1));
    assertThat(step.ask()).isTrue();
    assertThat(step.events()).hasSize(2);
  }

  @Test
  void aRenewalThatVanishedIsAskedForAgain() {
    Instant lost = NEXT.abandonAt().plusMillis(1);
    Step step = unseen(RENEWING, lost);
    assertThat(step.ask()).isTrue();
    assertThat(CertificateRules.afterAsking(step.state(), ASKED))
        .isInstanceOfSatisfying(
            Renewing.class, renewing -> assertThat(renewing.asked()).isEqualTo(ASKED));
  }

  @Test
  void theNextLookIsAtTheFirstMomentThatCounts() {
    assertThat(CertificateRules.lookAgain(UNASKED, START)).isEmpty();
    assertThat(CertificateRules.lookAgain(AWAITED, START)).contains(ASKED.abandonAt());
    assertThat(CertificateRules.lookAgain(AWAITED, REFRESH)).isEmpty();
    assertThat(CertificateRules.lookAgain(ISSUED, START)).contains(REFRESH);
    assertThat(CertificateRules.lookAgain(RENEWING, REFRESH.plusMillis(1)))
        .contains(REFRESH.plus(Duration.ofMinutes(10)));
    assertThat(CertificateRules.lookAgain(RENEWING, END)).contains(END);
    assertThat(CertificateRules.lookAgain(RENEWING, END.plusMillis(1))).isEmpty();
  }

  static Stream<Arguments> names() {
    return Stream.of(
        Arguments.of(UNASKED, START, "not_yet_issued"),
        Arguments.of(AWAITED, START, "not_yet_issued"),
        Arguments.of(ISSUED, REFRESH, "fresh"),
        Arguments.of(RENEWING, REFRESH, "fresh"),
        Arguments.of(RENEWING, REFRESH.plusSeconds(601), "overdue_for_refresh"),
        Arguments.of(ISSUED, END.plusSeconds(1), "expired"),
        Arguments.of(REFUSED, START, "denied"),
        Arguments.of(new Refused(Verdict.FAILED, "", ""), START, "failed"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void statesHaveNamesInMetrics(CertificateState state, Instant now, String name) {
    assertThat(CertificateRules.metricName(state, now)).isEqualTo(name);
  }
}
