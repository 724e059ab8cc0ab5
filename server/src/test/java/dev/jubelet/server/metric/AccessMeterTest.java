package dev.jubelet.server.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.metric.Format;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.server.auth.review.CachedReviews;
import dev.jubelet.server.auth.review.Fingerprints;
import dev.jubelet.server.auth.review.ReviewCache;
import dev.jubelet.server.auth.review.ReviewException;
import dev.jubelet.server.auth.review.ReviewRetries;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.testing.time.ManualTimers;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class AccessMeterTest {
  private final MetricRegistry registry = new MetricRegistry();
  private final ManualTimers timers = new ManualTimers();
  private final AccessMeter meter = new AccessMeter(registry, timers);
  private final Fingerprints fingerprints = new Fingerprints();
  private final CachedReviews<Boolean> reviews =
      new CachedReviews<>(
          new ReviewCache<>(yes -> yes, Duration.ofMinutes(1), Duration.ofMinutes(1), timers),
          new ReviewRetries(timers, new Random(1)),
          timers,
          meter);

  private String text() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    registry.text(Format.PROMETHEUS).forEach(out::writeBytes);
    return out.toString(StandardCharsets.UTF_8);
  }

  private boolean ask(String question, Supplier<Boolean> asking) {
    return reviews.answer(fingerprints.of(List.of(question)), asking);
  }

  @Test
  void answersFromMemoryAndQuestionsAreToldApart() {
    assertThat(ask("known", () -> true)).isTrue();
    assertThat(ask("known", () -> false)).isTrue();
    assertThatThrownBy(
            () ->
                ask(
                    "unknown",
                    () -> {
                      throw new ReviewException(ReviewException.Kind.FAILED, "no", null);
                    }))
        .isInstanceOf(ReviewException.class);

    assertThat(text())
        .contains(
            "authentication_token_cache_request_total{status=\"hit\"} 1\n",
            "authentication_token_cache_request_total{status=\"miss\"} 2\n",
            "authentication_token_cache_request_duration_seconds_count{status=\"miss\"} 2\n",
            "authentication_token_cache_fetch_total{status=\"ok\"} 1\n",
            "authentication_token_cache_fetch_total{status=\"error\"} 1\n",
            "authentication_token_cache_active_fetch_count{status=\"blocked\"} 0\n",
            "authentication_token_cache_active_fetch_count{status=\"in_flight\"} 0\n");
  }

  @Test
  void attemptsAreCountedByTheirOutcome() {
    meter.authentication().ended(201, Duration.ofMillis(300));
    meter.authorization().ended(0, Duration.ofSeconds(9));

    assertThat(text())
        .contains(
            "apiserver_delegated_authn_request_total{code=\"201\"} 1\n",
            "apiserver_delegated_authn_request_duration_seconds_bucket{code=\"201\",le=\"0.5\"} 1\n",
            "apiserver_delegated_authz_request_total{code=\"<error>\"} 1\n",
            "apiserver_delegated_authz_request_duration_seconds_bucket{code=\"<error>\",le=\"10\"} 1\n");
  }

  @Test
  void certificatesAreSortedByTheTimeTheyHaveLeft() throws Exception {
    meter.shown(new TestAuthority("ca").server("CN=someone").certificate());

    assertThat(text()).contains("apiserver_client_certificate_expiration_seconds_count 1\n");
  }

  @Test
  void familiesAreCountedByTheirStability() {
    RegisteredMetrics.addTo(registry);

    assertThat(text())
        .contains(
            "registered_metrics_total{deprecated_version=\"\",stability_level=\"ALPHA\"} 9\n",
            "registered_metrics_total{deprecated_version=\"\",stability_level=\"BETA\"} 3\n",
            "disabled_metrics_total 0\n",
            "hidden_metrics_total 0\n");
  }
}
