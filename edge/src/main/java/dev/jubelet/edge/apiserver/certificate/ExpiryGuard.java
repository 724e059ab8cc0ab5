package dev.jubelet.edge.apiserver.certificate;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up when there has been no valid client certificate for five minutes although the API server
 * answers: whoever starts the agent anew may have laid down other credentials, and a start can
 * bootstrap. While the server does not answer, nothing would be better after a start.
 *
 * <p>Thread: a lane of its own. Owns: since when there is no certificate.
 */
public final class ExpiryGuard implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ExpiryGuard.class);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration LONGEST_SLEEP = Duration.ofHours(1);

  private final CertificateRotation rotation;
  private final Consumer<String> giveUp;
  private final Timers timers;
  private final Lane lane;
  private long validAt;
  private boolean complained;
  private volatile boolean closed;

  /** {@code giveUp} gets the reason; it may not return. */
  public ExpiryGuard(CertificateRotation rotation, Consumer<String> giveUp, Timers timers) {
    this.rotation = rotation;
    this.giveUp = giveUp;
    this.timers = timers;
    this.validAt = timers.nanoTime();
    this.lane = new Lane("client-certificate-expiry", this::step, timers);
  }

  public void start() {
    lane.wake();
  }

  Lane.Next step() {
    if (closed) {
      return Lane.Next.DONE;
    }
    return rotation.current().isPresent() ? sleep() : missing();
  }

  /** Until the certificate in use ends, as far as it is known now. */
  private Lane.Next sleep() {
    validAt = timers.nanoTime();
    complained = false;
    Instant end = rotation.expiration().orElse(timers.now());
    Duration left = Duration.between(timers.now(), end);
    Duration longest = left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP;
    return new Lane.Next.After(longest.compareTo(LOOK) < 0 ? LOOK : longest);
  }

  private Lane.Next missing() {
    Duration without = Duration.ofNanos(timers.nanoTime() - validAt);
    if (without.compareTo(PATIENCE) < 0) {
      return new Lane.Next.After(LOOK);
    }
    if (rotation.serverAnswers()) {
      giveUp.accept(
          "there has been no valid client certificate for %d s, and the API server gives no other"
              .formatted(without.toSeconds()));
      return Lane.Next.DONE;
    }
    if (!complained) {
      complained = true;
      log.atError()
          .addKeyValue("without", without)
          .log(
              "There is no valid client certificate, and the API server does not answer; a restart"
                  + " may be needed for new credentials");
    }
    return new Lane.Next.After(LOOK);
  }

  @Override
  public void close() {
    closed = true;
    lane.wake();
  }
}
