package dev.jubelet.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.http.Router;
import dev.jubelet.testing.time.ManualTimers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthPagesTest {
  private final ManualTimers timers = new ManualTimers();
  private final Router.Builder routes = Router.builder();
  private @Nullable Instant lastTurn = null;
  private @Nullable Instant lastFlush = null;

  @BeforeEach
  void addPages() {
    new HealthPages(
            List.of(
                HealthCheck.ping(),
                HealthCheck.log(timers, () -> lastFlush),
                HealthCheck.syncLoop(timers, Duration.ofMinutes(1), () -> lastTurn)))
        .addTo(routes);
  }

  private FakeExchange get(String target) throws IOException {
    return FakeExchange.get(target).through(routes.build());
  }

  @Test
  void saysOkInTwoLettersWhenAllIsWell() throws IOException {
    FakeExchange answer = get("/healthz");

    assertThat(answer.text()).isEqualTo("ok");
    assertThat(answer.sentHeaders())
        .containsEntry("Content-Type", "text/plain; charset=utf-8")
        .containsEntry("X-Content-Type-Options", "nosniff");
  }

  @Test
  void listsTheChecksWhenVerbose() throws IOException {
    assertThat(get("/healthz?verbose").text())
        .isEqualTo("[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n");
  }

  @Test
  void leavesOutExcludedChecksAndWarnsOfUnknownOnes() throws IOException {
    lastTurn = timers.now().minus(Duration.ofHours(1));

    FakeExchange answer = get("/healthz?verbose=true&exclude=syncloop&exclude=nosuch");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text())
        .isEqualTo(
            "[+]ping ok\n[+]log ok\n[+]syncloop excluded: ok\n"
                + "warn: some health checks cannot be excluded: no matches for \"nosuch\"\n"
                + "healthz check passed\n");
  }

  @Test
  void withholdsTheReasonOfAFailure() throws IOException {
    lastTurn = timers.now().minus(Duration.ofHours(1));

    FakeExchange answer = get("/healthz");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text())
        .isEqualTo(
            "[+]ping ok\n[+]log ok\n[-]syncloop failed: reason withheld\nhealthz check failed\n");
  }

  @Test
  void tellsTheReasonOnTheOwnPageOfACheck() throws IOException {
    lastFlush = timers.now().minus(Duration.ofMinutes(2)).minusNanos(1);

    FakeExchange answer = get("/healthz/log");

    assertThat(answer.status()).isEqualTo(500);
    assertThat(answer.text()).isEqualTo("internal server error: logging blocked\n");
  }

  @ParameterizedTest
  @CsvSource({"60, 300, 200", "60, 301, 500", "200, 400, 200", "200, 401, 500"})
  void grantsTheLoopTwiceItsFrequencyButFiveMinutesAtLeast(
      int frequencySeconds, int lateSeconds, int status) throws IOException {
    Router.Builder own = Router.builder();
    Instant turn = timers.now().minusSeconds(lateSeconds);
    HealthCheck check =
        HealthCheck.syncLoop(timers, Duration.ofSeconds(frequencySeconds), () -> turn);
    new HealthPages(List.of(check)).addTo(own);

    assertThat(FakeExchange.get("/healthz/syncloop").through(own.build()).status())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST", "PUT", "DELETE", "HEAD", "PATCH"})
  void takesAnyMethod(String method) throws IOException {
    assertThat(new FakeExchange(method, "/healthz/ping").through(routes.build()).status())
        .isEqualTo(200);
  }

  @Test
  void knowsNoOtherCheck() throws IOException {
    assertThat(get("/healthz/nosuch").status()).isEqualTo(404);
  }
}
