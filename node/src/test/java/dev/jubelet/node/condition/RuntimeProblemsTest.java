package dev.jubelet.node.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuntimeProblemsTest {
  private static final Optional<Duration> JUST_NOW = Optional.of(Duration.ZERO);
  private static final Optional<String> WELL = Optional.empty();
  private static final String NOT_READY =
      "container runtime not ready: RuntimeReady=false reason:R message:M";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "never",
      value = {
        "PT0S      | PT0S           | ''",
        "never     | PT0S           | container runtime status check may not have completed yet",
        "PT29.999S | PT0S           | ''",
        "PT30S     | PT0S           | container runtime is down",
        "PT0S      | never          | PLEG is not healthy: pleg has yet to be successful",
        "PT0S      | PT3M           | ''",
        "PT0S      | PT3M0.5S       | PLEG is not healthy: pleg was last seen active 3m0.5s ago;"
            + " threshold is 3m0s",
      })
  void whatIsAwaitedTooLongIsNamed(Duration ready, Duration listed, String expected) {
    RuntimeProblems problems =
        new RuntimeProblems(Optional.ofNullable(ready), Optional.ofNullable(listed), WELL);
    assertThat(String.join(", ", problems.messages())).isEqualTo(expected);
  }

  @Test
  void thePartsThatWatchAreNamedBeforeTheRuntimesOwnWord() {
    assertThat(new RuntimeProblems(JUST_NOW, Optional.empty(), Optional.of(NOT_READY)).messages())
        .containsExactly("PLEG is not healthy: pleg has yet to be successful", NOT_READY);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "never",
      value = {
        "PT0S,  PT0S,  never, PT0S",
        "PT29S, PT2M,  never, PT0S",
        "PT35S, PT2M,  never, PT5S",
        "PT35S, PT4M,  never, PT1M",
        "PT35S, PT0S,  broken, PT35S",
        "never, never, never, PT0S",
      })
  void workIsImpossibleSinceTheFirstOfThem(
      Duration ready, Duration listed, String condition, Duration expected) {
    assertThat(
            new RuntimeProblems(
                    Optional.ofNullable(ready),
                    Optional.ofNullable(listed),
                    Optional.ofNullable(condition))
                .lasting())
        .isEqualTo(expected);
  }
}
