package dev.jubelet.pod.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ContainerEndsTest {
  private final Pod pod = Pods.pod("p").container("a").container("b").build();

  private static List<String> ids(@Nullable ObservedPod before, Observed now) {
    return ContainerEnds.between(before, now.build()).stream().map(ObservedContainer::id).toList();
  }

  @Test
  void anEndIsNewOnce() {
    ObservedPod running = Observed.of(pod).running("a").running("b").build();

    assertThat(ids(running, Observed.of(pod).running("a").exited("b", 7))).containsExactly("b-0");
    assertThat(
            ids(
                Observed.of(pod).running("a").exited("b", 7).build(),
                Observed.of(pod).running("a").exited("b", 7)))
        .isEmpty();
  }

  @Test
  void aContainerThatEndedBeforeItWasEverSeenRunningIsNewToo() {
    ObservedPod before = Observed.of(pod).exited("a", 1).build();

    assertThat(ids(before, Observed.of(pod).exited("a", 1).exited("a", 2).exited("a", 3)))
        .containsExactly("a-1", "a-2");
  }

  @Test
  void whatEndedBeforeTheFirstReadingIsNoNews() {
    assertThat(ids(null, Observed.of(pod).exited("a", 1))).isEmpty();
  }

  @Test
  void anEndIsToldByItsCodeAndReason() {
    assertThat(outcome(0)).isEmpty();
    assertThat(outcome(7)).isEqualTo("exit code 7 (Error)");
  }

  private String outcome(int code) {
    return ContainerEnds.outcome(
        Observed.of(pod).exited("a", code).build().containers().getFirst());
  }
}
