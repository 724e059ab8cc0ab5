package dev.jubelet.server.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.Buckets;
import dev.jubelet.base.metric.Histogram;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.metric.Tally;
import dev.jubelet.server.auth.review.CachedReviewMeter;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;

/**
 * Counts how callers are known: the certificates that they show, the tokens answered from memory
 * and the questions to the API server.
 *
 * <p>Thread: any.
 */
public final class AccessMeter implements CachedReviewMeter {
  private static final List<Double> LIFETIMES =
      List.of(
          0.0,
          1_800.0,
          3_600.0,
          7_200.0,
          21_600.0,
          43_200.0,
          86_400.0,
          172_800.0,
          345_600.0,
          604_800.0,
          2_592_000.0,
          7_776_000.0,
          15_552_000.0,
          31_104_000.0);
  private static final String STATUS = "status";

  private final Timers timers;
  private final Histogram certificateLifetimes;
  private final Tally requests;
  private final Histogram requestDurations;
  private final Tally fetches;
  private final Tally activeFetches;
  private final ReviewMeter authentication;
  private final ReviewMeter authorization;

  public AccessMeter(MetricRegistry registry, Timers timers) {
    this.timers = timers;
    certificateLifetimes =
        registry.add(
            new Histogram(
                "apiserver_client_certificate_expiration_seconds",
                "[ALPHA] Distribution of the remaining lifetime on the certificate used to"
                    + " authenticate a request.",
                LIFETIMES));
    requests = registry.add(counter("authentication_token_cache_request_total"));
    requestDurations =
        registry.add(
            new Histogram(
                "authentication_token_cache_request_duration_seconds",
                "[ALPHA]",
                Buckets.DEFAULT,
                STATUS));
    fetches = registry.add(counter("authentication_token_cache_fetch_total"));
    activeFetches =
        registry.add(
            Tally.gauge("authentication_token_cache_active_fetch_count", "[ALPHA]", STATUS));
    authentication = new ReviewMeter(registry, "apiserver_delegated_authn_request");
    authorization = new ReviewMeter(registry, "apiserver_delegated_authz_request");
  }

  private static Tally counter(String name) {
    return Tally.counter(name, "[ALPHA]", STATUS);
  }

  /** A client came with this certificate. */
  public void shown(X509Certificate certificate) {
    Duration left = Duration.between(timers.now(), certificate.getNotAfter().toInstant());
    certificateLifetimes.observe(left.toMillis() / 1e3);
  }

  /** The questions who somebody is. */
  public ReviewMeter authentication() {
    return authentication;
  }

  /** The questions what somebody may. */
  public ReviewMeter authorization() {
    return authorization;
  }

  @Override
  public void answered(boolean fromMemory, Duration took) {
    String status = fromMemory ? "hit" : "miss";
    requests.increment(status);
    requestDurations.observe(took, status);
  }

  @Override
  public void waiting(int change) {
    activeFetches.add(change, "blocked");
  }

  @Override
  public void asking(int change) {
    activeFetches.add(change, "in_flight");
  }

  @Override
  public void asked(boolean answered) {
    fetches.increment(answered ? "ok" : "error");
  }
}
