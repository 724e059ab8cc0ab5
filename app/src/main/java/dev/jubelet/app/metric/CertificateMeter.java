package dev.jubelet.app.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Collected;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.edge.apiserver.certificate.CertificateRotation;
import dev.jubelet.edge.apiserver.certificate.RotationListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Counts how a certificate is renewed; its numbers exist only where certificates are.
 *
 * <p>Thread: the rotation's lane.
 */
public final class CertificateMeter implements RotationListener {
  /** From a minute to four years. */
  private static final List<Double> AGES =
      List.of(
          60.0,
          3600.0,
          14400.0,
          86400.0,
          604800.0,
          2592000.0,
          7776000.0,
          15552000.0,
          31104000.0,
          124416000.0);

  private final Tally errors;
  private final Consumer<Duration> ages;

  private CertificateMeter(Tally errors, Consumer<Duration> ages) {
    this.errors = errors;
    this.ages = ages;
  }

  /** Of the certificate for the API server. */
  public static CertificateMeter client(MetricRegistry registry) {
    return new CertificateMeter(
        errors(registry, "kubelet_certificate_manager_client_expiration_renew_errors"), age -> {});
  }

  /** Of the certificate that the main server shows. */
  public static CertificateMeter serving(MetricRegistry registry) {
    Histogram ages =
        registry.add(
            new Histogram(
                "kubelet_certificate_manager_server_rotation_seconds",
                "[ALPHA] Histogram of the number of seconds the previous certificate lived before"
                    + " being rotated.",
                AGES));
    return new CertificateMeter(
        errors(registry, "kubelet_server_expiration_renew_errors"), age -> ages.observe(age));
  }

  private static Tally errors(MetricRegistry registry, String name) {
    return registry.add(Tally.counter(name, "[ALPHA] Counter of certificate renewal errors."));
  }

  /** How long the client certificate is still valid. */
  public static Collected clientLife(CertificateRotation rotation, Timers timers) {
    return Collected.gauge(
        "kubelet_certificate_manager_client_ttl_seconds",
        "[ALPHA] Gauge of the TTL (time-to-live) of the Kubelet's client certificate. The value is"
            + " in seconds until certificate expiry (negative if already expired). If client"
            + " certificate is invalid or unused, the value will be +INF.",
        () -> secondsLeft(rotation.expiration(), timers.now()));
  }

  /** How long the serving certificate is still valid. */
  public static Collected servingLife(CertificateRotation rotation, Timers timers) {
    return Collected.gauge(
        "kubelet_certificate_manager_server_ttl_seconds",
        "[ALPHA] Gauge of the shortest TTL (time-to-live) of the Kubelet's serving certificate. The"
            + " value is in seconds until certificate expiry (negative if already expired). If"
            + " serving certificate is invalid or unused, the value will be +INF.",
        () -> secondsLeft(rotation.expiration(), timers.now()));
  }

  private static double secondsLeft(Optional<Instant> end, Instant now) {
    return end.map(at -> (double) Duration.between(now, at).toSeconds())
        .orElse(Double.POSITIVE_INFINITY);
  }

  @Override
  public void replaced(Duration age) {
    ages.accept(age);
  }

  @Override
  public void failed() {
    errors.increment();
  }
}
