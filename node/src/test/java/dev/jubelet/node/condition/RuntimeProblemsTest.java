package dev.jubelet.node.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.node.Nodes;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RuntimeProblemsTest {
  private static final SortedMap<String, String> ALL_WELL = new TreeMap<>();

  @Test
  void aRuntimeThatNeverAnsweredIsNotKnownYet() {
    assertThat(RuntimeProblems.of(Optional.empty(), Nodes.NOW, ALL_WELL, Optional.empty()))
        .containsExactly("container runtime status check may not have completed yet");
  }

  @Test
  void aRuntimeIsDownAfterThirtySecondsWithoutAnswer() {
    Optional<Instant> answer = Optional.of(Nodes.NOW);

    assertThat(RuntimeProblems.of(answer, Nodes.NOW.plusMillis(29_999), ALL_WELL, Optional.empty()))
        .isEmpty();
    assertThat(RuntimeProblems.of(answer, Nodes.NOW.plusSeconds(30), ALL_WELL, Optional.empty()))
        .containsExactly("container runtime is down");
  }

  @Test
  void thePartsThatWatchAreNamedBeforeTheRuntimesOwnWord() {
    assertThat(
            RuntimeProblems.of(
                Optional.of(Nodes.NOW),
                Nodes.NOW,
                new TreeMap<>(Map.of("PLEG", "pleg has yet to be successful")),
                Optional.of("container runtime not ready: RuntimeReady=false reason:R message:M")))
        .containsExactly(
            "PLEG is not healthy: pleg has yet to be successful",
            "container runtime not ready: RuntimeReady=false reason:R message:M");
  }
}
