package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.edge.apiserver.ApiException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Sees to it that there is always a certificate that says what it should and has life left in it.
 * Whoever reads the store's current file notices the change by itself.
 *
 * <p>Thread: a lane of its own, which waits while a certificate is being signed; the public methods
 * from any. Owns: the pair in use, and when the next one is due.
 */
public final class CertificateRotation implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(CertificateRotation.class);
  private static final Duration PATIENCE = Duration.ofMinutes(15);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);
  private static final Duration LONGEST_SLEEP = Duration.ofHours(1);
  // A signer may date certificates back so far that the next one is due as soon as it is there.
  private static final Duration LEAST_SLEEP = Duration.ofSeconds(1);

  /** What a server says that works, but not for us. */
  private static final Set<ApiException.Kind> REFUSALS =
      Set.of(
          ApiException.Kind.UNAUTHORIZED, ApiException.Kind.FORBIDDEN, ApiException.Kind.NOT_FOUND);

  private final CertificateStore store;
  private final Supplier<Optional<CertificateTemplate>> template;
  private final Signer signer;
  private final RotationListener listener;
  private final Timers timers;
  private final RandomGenerator random;
  private final Lane lane;
  private volatile Optional<KeyedChain> kept;
  private volatile Optional<CertificateTemplate> asked = Optional.empty();
  private volatile boolean serverAnswers;
  private volatile boolean closed;
  private @Nullable X509Certificate scheduled;
  private Instant due = Instant.MIN;
  private Duration pause = FIRST_PAUSE;

  /** {@code template} is empty while it is not known yet what the certificate should say. */
  public CertificateRotation(
      CertificateStore store,
      Supplier<Optional<CertificateTemplate>> template,
      Signer signer,
      RotationListener listener,
      Timers timers,
      RandomGenerator random) {
    this.store = store;
    this.template = template;
    this.signer = signer;
    this.listener = listener;
    this.timers = timers;
    this.random = random;
    this.kept = store.pair();
    this.lane = new Lane("certificate-" + store.current().getFileName(), this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  /** What the certificate should say may have changed; a request for something else is left. */
  public void check() {
    Optional<CertificateTemplate> underWay = asked;
    if (underWay.isPresent() && !underWay.equals(template.get())) {
      lane.interruptAndWake();
    } else {
      lane.wake();
    }
  }

  /** The pair to use; empty when there is none, or none that is still valid. */
  public Optional<KeyedChain> current() {
    return kept.filter(pair -> pair.end().isAfter(timers.now()));
  }

  /** When the certificate in use ends, or ended; empty when there is none. */
  public Optional<Instant> expiration() {
    return kept.map(KeyedChain::end);
  }

  /** Whether the API server was there the last time it was asked, also if it said no. */
  public boolean serverAnswers() {
    return serverAnswers;
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
    asked = wanted;
    try {
      renew(wanted.get());
      pause = FIRST_PAUSE;
      return new Lane.Next.After(LEAST_SLEEP);
    } catch (CertificateException | ApiException e) {
      return afterFailure(wanted, e);
    } finally {
      asked = Optional.empty();
    }
  }

  private Duration timeLeft(CertificateTemplate wanted) {
    Optional<X509Certificate> certificate = current().map(KeyedChain::leaf);
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
    String chain = signer.certificate(wanted, keys, PATIENCE, this::setBack);
    Optional<KeyedChain> former = kept;
    kept = Optional.of(store.keep(chain, keys, timers.now()));
    serverAnswers = true;
    former.ifPresent(
        pair ->
            listener.replaced(
                Duration.between(pair.leaf().getNotBefore().toInstant(), timers.now())));
  }

  private void setBack(ApiException e) {
    serverAnswers = REFUSALS.contains(e.kind());
    listener.failed();
  }

  private Lane.Next afterFailure(Optional<CertificateTemplate> wanted, RuntimeException e) {
    if (closed) {
      return Lane.Next.DONE;
    }
    if (isCancelled(e) && !wanted.equals(template.get())) {
      log.atInfo()
          .addKeyValue("file", store.current())
          .log("Certificate no longer matches the node; requesting a new one");
      return Lane.Next.AGAIN;
    }
    return failed(e);
  }

  private static boolean isCancelled(RuntimeException e) {
    return e instanceof ApiException api && api.kind() == ApiException.Kind.CANCELLED;
  }

  private Lane.Next failed(RuntimeException e) {
    switch (e) {
      case CertificateException refused -> refused(refused.kind());
      case ApiException refused -> serverAnswers = REFUSALS.contains(refused.kind());
      default -> {}
    }
    listener.failed();
    Duration delay = pause;
    pause =
        delay.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : delay.multipliedBy(2);
    Level level = e instanceof ApiException api ? api.level(Level.WARN) : Level.WARN;
    log.atLevel(level)
        .setCause(e)
        .addKeyValue("file", store.current())
        .addKeyValue("retryAfter", delay)
        .log("Failed to rotate the certificate; retrying");
    return new Lane.Next.After(delay);
  }

  /** A key for which a certificate was refused gets none later either. */
  private void refused(CertificateException.Kind kind) {
    switch (kind) {
      case DENIED, FAILED -> {
        serverAnswers = true;
        store.dropPendingKey();
      }
      case STORE -> store.dropPendingKey();
      case TIMEOUT -> {}
    }
  }

  @Override
  public void close() {
    closed = true;
    lane.interruptAndWake();
  }
}
