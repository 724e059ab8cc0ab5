package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.apiserver.ApiListener;
import dev.jubelet.server.AgentView.Problem;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiServerHealthTest {
  private static final ApiListener.Target TARGET = new ApiListener.Target("GET", "api:6443");

  private final ManualTimers timers = new ManualTimers();
  private final ApiServerHealth health = new ApiServerHealth(ApiListener.UNHEARD, timers);

  @ParameterizedTest
  @CsvSource({"200, false", "404, false", "409, false", "0, true", "401, true", "503, true"})
  void theLastAnswerCounts(int status, boolean problem) {
    health.answered(TARGET, status, false);

    assertThat(health.problem().isPresent()).isEqualTo(problem);
  }

  @Test
  void theProblemTellsWhoAndSinceWhenAndGoesWithAGoodAnswer() {
    assertThat(health.problem()).isEmpty();
    Instant began = timers.now();
    health.answered(TARGET, 0, false);
    timers.advance(Duration.ofSeconds(5));
    health.answered(TARGET, 503, true);

    Problem problem = health.problem().orElseThrow();
    assertThat(problem.source()).isEqualTo("api:6443");
    assertThat(problem.reason()).contains("503");
    assertThat(problem.time()).isEqualTo(began);

    health.answered(TARGET, 200, true);
    assertThat(health.problem()).isEmpty();
  }
}
