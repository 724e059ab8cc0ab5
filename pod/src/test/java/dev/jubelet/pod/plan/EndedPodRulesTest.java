package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rule("6.13")
final class EndedPodRulesTest {
  private final Pod pod = Pods.pod("job").init("i").container("a").container("b").build();

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "Succeeded, , a-0",
    "Failed, , a-0",
    "Failed, DeadlineExceeded, a-0",
    "Succeeded, Evicted, a-0",
    "Failed, Evicted, b-0 a-1 a-0 i-0",
    "Running, Evicted, a-0"
  })
  void onlyAnEvictedPodKeepsNothing(String phase, String reason, String removed) {
    assertThat(superfluous(phase, reason)).containsExactlyInAnyOrder(removed.split(" ", -1));
  }

  private List<String> superfluous(String phase, String reason) {
    Pod ended =
        new PodBuilder(pod).withNewStatus().withPhase(phase).withReason(reason).endStatus().build();
    Observed observed =
        Observed.of(pod).exited("i", 0).exited("a", 1).exited("a", 0).exited("b", 0);
    return EndedPodRules.superfluous(ended, observed.build(), 1).stream()
        .map(ObservedContainer::id)
        .toList();
  }
}
