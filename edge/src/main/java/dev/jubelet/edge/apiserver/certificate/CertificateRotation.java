package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.apiserver.ApiException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the store always has a certificate with life left in it. Whoever reads the
 * store's current file notices the change by itself.
 *
 * <p>Thread: a lane of its own, which waits while a certificate is being signed; {@link #start},
 * {@link #check} and {@link #close} from any. Owns: when the next certificate is due.
 */
public final class CertificateRotation implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CertificateRotation.class);
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);
  private static final Duration LONGEST_SLEEP = Duration.ofHours(1);

  private final CertificateStore store;
  private final Supplier<Optional<CertificateTemplate>> template;
  private final Signing signing;
  private final Timers timers;
  private final RandomGenerator random;
  private final Lane lane;
  private @Nullable X509Certificate scheduled;
  private Instant due = Instant.MIN;
  private Duration pause = FIRST_PAUSE;
  private volatile boolean closed;

  /** {@code template} is empty while it is not known yet what the certificate should say. */
  public CertificateRotation(
      CertificateStore store,
      Supplier<Optional<CertificateTemplate>> template,
      Signing signing,
      Timers timers,
      RandomGenerator random) {
    this.store = store;
    this.template = template;
    this.signing = signing;
    this.timers = timers;
    this.random = random;
    this.lane = new Lane("certificate-" + store.current().getFileName(), this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** What the certificate should say may have changed. */
  public void check() {
    lane.wake();
  }

  /** When the certificate in use ends; empty when there is none. */
  public Optional<Instant> expiration() {
    return store.certificate().map(certificate -> certificate.getNotAfter().toInstant());
  }

  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    Optional<CertificateTemplate> wanted = template.get();
    if (wanted.isEmpty()) {
      return Lane.Next.IDLE;
    }
    Duration left = timeLeft(wanted.get());
    if (left.isPositive()) {
      // The clock of the machine may be set, so a long sleep is taken in parts.
      return new Lane.Next.After(left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP);
    }
    try {
      renew(wanted.get());
      pause = FIRST_PAUSE;
      return Lane.Next.AGAIN;
    } catch (CertificateException | ApiException e) {
      return closed ? Lane.Next.DONE : failed(e);
    }
  }

  private Duration timeLeft(CertificateTemplate wanted) {
    Optional<X509Certificate> certificate = store.certificate();
    if (certificate.isEmpty() || !RotationRule.covers(certificate.get(), wanted)) {
      return Duration.ZERO;
    }
    if (!certificate.get().equals(scheduled)) {
      scheduled = certificate.get();
      due = RotationRule.dueAt(scheduled, random.nextDouble());
      log.atInfo()
          .addKeyValue("file", store.current())
          .addKeyValue("expires", scheduled.getNotAfter().toInstant())
          .addKeyValue("renewed", due)
          .log("Certificate in use");
    }
    return Duration.between(timers.now(), due);
  }

  private void renew(CertificateTemplate wanted) {
    KeyPair keys = store.pendingKeys();
    store.keep(signing.certificate(wanted, keys, PATIENCE), keys, timers.now());
  }

  private Lane.Next failed(RuntimeException e) {
    if (e instanceof CertificateException refused
        && refused.kind() != CertificateException.Kind.TIMEOUT) {
      store.dropPendingKey();
    }
    Duration delay = pause;
    pause =
        delay.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : delay.multipliedBy(2);
    log.atWarn()
        .setCause(e)
        .addKeyValue("file", store.current())
        .addKeyValue("retryAfter", delay)
        .log("No new certificate");
    return new Lane.Next.After(delay);
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
