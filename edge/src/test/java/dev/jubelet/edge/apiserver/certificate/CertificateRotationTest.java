package dev.jubelet.edge.apiserver.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.StillClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateRotationTest {
  private static final Duration LIFE = Duration.ofMinutes(100);
  private static final Lane.Next AT_ONCE = new Lane.Next.After(Duration.ofSeconds(1));

  @TempDir Path directory;
  private final StillClock clock = new StillClock();
  private final FakeSigner signer = new FakeSigner();
  private final Told told = new Told();
  private final AtomicReference<Optional<CertificateTemplate>> template =
      new AtomicReference<>(Optional.of(CertificateTemplate.client("n")));

  /** Signs for as long as its certificates live, unless its script says otherwise. */
  private final class FakeSigner implements Signer {
    private final Deque<RuntimeException> failures = new ArrayDeque<>();
    private final Deque<ApiException> setbacks = new ArrayDeque<>();
    private Runnable meanwhile = () -> {};

    @Override
    public String certificate(
        CertificateTemplate wanted,
        KeyPair keys,
        Duration patience,
        Consumer<ApiException> setback) {
      setbacks.forEach(setback);
      meanwhile.run();
      if (!failures.isEmpty()) {
        throw failures.pop();
      }
      return TestCertificate.client(wanted.node(), keys, clock.now(), LIFE);
    }
  }

  private static final class Told implements RotationListener {
    private final List<Duration> ages = new ArrayList<>();
    private int failures;

    @Override
    public void replaced(Duration age) {
      ages.add(age);
    }

    @Override
    public void failed() {
      failures++;
    }
  }

  private CertificateStore store() {
    return new CertificateStore(directory, "kubelet-client");
  }

  private CertificateRotation rotation() {
    return new CertificateRotation(store(), template::get, signer, told, clock, new Random(1));
  }

  private Instant renewedAfter(CertificateRotation rotation) {
    Instant before = rotation.expiration().orElseThrow();
    Instant start = clock.now();
    while (rotation.expiration().orElseThrow().equals(before)) {
      assertThat(rotation.step()).isInstanceOf(Lane.Next.After.class);
      clock.advance(Duration.ofSeconds(30));
    }
    return Instant.EPOCH.plus(Duration.between(start, clock.now()));
  }

  @Test
  void aCertificateIsRenewedBetween70And90PercentOfItsLife() {
    CertificateRotation rotation = rotation();
    assertThat(rotation.current()).isEmpty();
    assertThat(rotation.step()).isEqualTo(AT_ONCE);
    KeyedChain first = rotation.current().orElseThrow();

    assertThat(renewedAfter(rotation))
        .isBetween(Instant.EPOCH.plusSeconds(70 * 60), Instant.EPOCH.plusSeconds(91 * 60));
    assertThat(rotation.current().orElseThrow().key()).isNotEqualTo(first.key());
    assertThat(store().pair()).isEqualTo(rotation.current());
    assertThat(told.ages).singleElement().satisfies(age -> assertThat(age).isLessThan(LIFE));
    assertThat(told.failures).isZero();
    assertThat(rotation.serverAnswers()).isTrue();
  }

  @Test
  void theNextStartGoesOnWithWhatIsKept() {
    rotation().step();
    KeyedChain kept = store().pair().orElseThrow();

    CertificateRotation next = rotation();
    assertThat(next.current()).contains(kept);
    assertThat(next.step()).isNotEqualTo(AT_ONCE).isInstanceOf(Lane.Next.After.class);
    assertThat(next.current()).contains(kept);
  }

  @Test
  void anExpiredCertificateIsNotUsed() {
    CertificateRotation rotation = rotation();
    rotation.step();
    clock.advance(LIFE);

    assertThat(rotation.current()).isEmpty();
    assertThat(rotation.expiration()).contains(clock.now());
  }

  @Test
  void aCertificateOfSomebodyElseIsReplacedAtOnce() {
    rotation().step();
    template.set(Optional.of(CertificateTemplate.client("other")));

    CertificateRotation rotation = rotation();
    assertThat(rotation.step()).isEqualTo(AT_ONCE);
    assertThat(rotation.current().orElseThrow().leaf().getSubjectX500Principal().getName())
        .contains("system:node:other");
  }

  @Test
  void nothingIsAskedForWhileItIsNotKnownWhat() {
    template.set(Optional.empty());

    assertThat(rotation().step()).isEqualTo(Lane.Next.IDLE);
  }

  @Test
  void failuresAreCountedAndTriedAgainMoreAndMoreSlowly() {
    CertificateRotation rotation = rotation();
    List<Lane.Next> next = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      signer.failures.add(new CertificateException(CertificateException.Kind.DENIED, "no", null));
      next.add(rotation.step());
    }

    assertThat(next)
        .extracting(after -> ((Lane.Next.After) after).delay().toSeconds())
        .containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 120L, 120L);
    assertThat(told.failures).isEqualTo(8);
    assertThat(rotation.step()).isEqualTo(AT_ONCE);
  }

  @Test
  void withoutRoomForTheNewPairTheFormerStaysAndItIsTriedAgain() throws Exception {
    CertificateRotation rotation = rotation();
    rotation.step();
    KeyedChain first = rotation.current().orElseThrow();
    clock.advance(Duration.ofMinutes(95));
    String time =
        DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss", Locale.ROOT)
            .withZone(ZoneOffset.UTC)
            .format(clock.now());
    Path inTheWay = directory.resolve("kubelet-client-" + time + ".pem");
    Files.createDirectories(inTheWay.resolve("x"));
    assertThat(rotation.step()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(2)));
    assertThat(rotation.current()).contains(first);
    assertThat(told.failures).isEqualTo(1);

    Files.delete(inTheWay.resolve("x"));
    Files.delete(inTheWay);
    assertThat(rotation.step()).isEqualTo(AT_ONCE);
    assertThat(rotation.current()).isPresent().isNotEqualTo(Optional.of(first));
  }

  @Test
  void withoutADirectoryToKeepKeysInNothingIsAskedFor() throws Exception {
    Path pki = directory.resolve("pki");
    Files.writeString(pki, "a file where the directory should be");
    signer.failures.add(new IllegalStateException("was asked"));
    CertificateRotation rotation =
        new CertificateRotation(
            new CertificateStore(pki, "kubelet-client"),
            template::get,
            signer,
            told,
            clock,
            new Random(1));
    assertThat(rotation.step()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(2)));
    assertThat(told.failures).isEqualTo(1);
  }

  @Test
  void aPairThatIsNoneIsAFailureLikeOthers() {
    CertificateRotation rotation =
        new CertificateRotation(
            store(),
            template::get,
            (wanted, keys, patience, setback) -> "no certificate",
            told,
            clock,
            new Random(1));
    assertThat(rotation.step()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(2)));
    assertThat(told.failures).isEqualTo(1);
  }

  @Test
  void aServerThatRefusesIsThereAndOneThatFailsIsNot() {
    CertificateRotation rotation = rotation();
    assertThat(rotation.serverAnswers()).isFalse();
    signer.setbacks.add(new ApiException(ApiException.Kind.UNAUTHORIZED, "who?"));
    signer.failures.add(new CertificateException(CertificateException.Kind.TIMEOUT, "late", null));
    rotation.step();
    assertThat(rotation.serverAnswers()).isTrue();
    assertThat(told.failures).isEqualTo(2);

    signer.setbacks.add(new ApiException(ApiException.Kind.UNAVAILABLE, "gone"));
    signer.failures.add(new CertificateException(CertificateException.Kind.TIMEOUT, "late", null));
    rotation.step();
    assertThat(rotation.serverAnswers()).isFalse();
  }

  @Test
  void aRequestIsLeftWhenSomethingElseIsWanted() {
    CertificateRotation rotation = rotation();
    signer.meanwhile =
        () -> template.set(Optional.of(CertificateTemplate.serving("n", List.of("n"), List.of())));
    signer.failures.add(new ApiException(ApiException.Kind.CANCELLED, "interrupted"));

    assertThat(rotation.step()).isEqualTo(Lane.Next.AGAIN);
    assertThat(told.failures).isZero();
  }
}
