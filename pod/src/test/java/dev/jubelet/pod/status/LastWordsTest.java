package dev.jubelet.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rule("7.7")
final class LastWordsTest {
  private final Pod four =
      Pods.pod("web").init("i").container("a").container("b").container("c").build();

  @Test
  void fourContainersHaveAQuarterEach() {
    assertThat(state(limited(four, "x".repeat(4096)))).isEqualTo("x".repeat(3072));
    assertThat(last(limited(four, "x".repeat(4096)))).isEqualTo("x".repeat(3072));
  }

  @Test
  void whatFitsStaysAsItIs() {
    ContainerStatus status = status("x".repeat(3072));
    assertThat(limited(four, status)).isSameAs(status);
    ContainerStatus silent = new ContainerStatusBuilder().withName("a").build();
    assertThat(limited(four, silent)).isSameAs(silent);
  }

  @Test
  void aStatusThatIsCutIsACopy() {
    ContainerStatus status = status("x".repeat(4096));
    limited(four, status);
    assertThat(state(status)).hasSize(4096);
  }

  @Test
  void noCharacterIsCutInTwo() {
    assertThat(state(limited(four, "x" + "ä".repeat(2000)))).isEqualTo("x" + "ä".repeat(1535));
  }

  private static ContainerStatus limited(Pod pod, String message) {
    return limited(pod, status(message));
  }

  private static ContainerStatus limited(Pod pod, ContainerStatus status) {
    PodStatus all = new PodStatus();
    all.setContainerStatuses(List.of(status));
    MessageRules.apply(pod, all);
    return all.getContainerStatuses().getFirst();
  }

  private static ContainerStatus status(String message) {
    ContainerStateBuilder ended =
        new ContainerStateBuilder().withNewTerminated().withMessage(message).endTerminated();
    return new ContainerStatusBuilder()
        .withName("a")
        .withState(ended.build())
        .withLastState(ended.build())
        .build();
  }

  private static String state(ContainerStatus status) {
    return status.getState().getTerminated().getMessage();
  }

  private static String last(ContainerStatus status) {
    return status.getLastState().getTerminated().getMessage();
  }
}
