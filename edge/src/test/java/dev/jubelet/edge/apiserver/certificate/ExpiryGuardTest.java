package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.StillClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExpiryGuardTest {
  private static final Duration LIFE = Duration.ofMinutes(30);

  @TempDir Path directory;
  private final StillClock clock = new StillClock();
  private final List<String> givenUp = new ArrayList<>();
  private Optional<ApiException.Kind> failure = Optional.empty();

  private CertificateRotation rotation() {
    CertificateRotation rotation =
        new CertificateRotation(
            new CertificateStore(directory, "kubelet-client"),
            () -> Optional.of(CertificateTemplate.client("n")),
            (wanted, keys, patience, setback) -> {
              failure.ifPresent(
                  kind -> {
                    throw new ApiException(kind, "refused");
                  });
              return TestCertificate.client(wanted.node(), keys, clock.now(), LIFE);
            },
            RotationListener.NONE,
            clock,
            new Random(1));
    rotation.step();
    return rotation;
  }

  /** Lets both do their steps for so long, every ten seconds. */
  private void pass(Duration time, CertificateRotation rotation, ExpiryGuard guard) {
    for (long s = 0; s < time.toSeconds() && givenUp.isEmpty(); s += 10) {
      clock.advance(Duration.ofSeconds(10));
      rotation.step();
      guard.step();
    }
  }

  private ExpiryGuard guard(CertificateRotation rotation) {
    return new ExpiryGuard(rotation, givenUp::add, clock);
  }

  @Test
  void theAgentGivesUpFiveMinutesAfterTheEndIfTheServerRefuses() {
    CertificateRotation rotation = rotation();
    ExpiryGuard guard = guard(rotation);
    failure = Optional.of(ApiException.Kind.UNAUTHORIZED);

    pass(LIFE.plus(Duration.ofSeconds(280)), rotation, guard);
    assertThat(givenUp).isEmpty();
    pass(Duration.ofSeconds(30), rotation, guard);
    assertThat(givenUp).singleElement().asString().contains("no valid client certificate");
  }

  @Test
  void itStaysWhileTheServerIsAwayAndRecoversWithIt() {
    CertificateRotation rotation = rotation();
    ExpiryGuard guard = guard(rotation);
    failure = Optional.of(ApiException.Kind.UNAVAILABLE);
    pass(LIFE.plus(Duration.ofHours(1)), rotation, guard);
    assertThat(rotation.current()).isEmpty();
    assertThat(givenUp).isEmpty();

    failure = Optional.empty();
    pass(Duration.ofMinutes(20), rotation, guard);
    assertThat(rotation.current()).isPresent();
    assertThat(givenUp).isEmpty();
  }

  @Test
  void aCertificateThatIsRenewedInTimeNeedsNoGuard() {
    CertificateRotation rotation = rotation();
    ExpiryGuard guard = guard(rotation);

    pass(Duration.ofHours(3), rotation, guard);
    assertThat(givenUp).isEmpty();
    assertThat(guard.step())
        .isInstanceOfSatisfying(
            Lane.Next.After.class, after -> assertThat(after.delay()).isLessThan(LIFE));
  }
}
