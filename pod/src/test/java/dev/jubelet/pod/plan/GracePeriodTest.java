package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.KillReason;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** lifecycle 6.6: how long containers get to end. */
@Rule("6.11")
class GracePeriodTest {

  @Test
  void ofAContainerIsThatOfTheDeletionFirst() {
    assertThat(ofKill(pod(30L, 9L), KillReason.LIVENESS_FAILED)).isEqualTo(9);
  }

  @Test
  void ofAContainerIsThatOfTheFailedProbe() {
    Pod pod = pod(30L, null);
    assertThat(ofKill(pod, KillReason.LIVENESS_FAILED)).isEqualTo(5);
    assertThat(ofKill(pod, KillReason.STARTUP_FAILED)).isEqualTo(6);
    assertThat(ofKill(pod, KillReason.SPEC_CHANGED)).isEqualTo(30);
  }

  @Test
  void ofAContainerIsThatOfThePodWhenTheProbeStatesNone() {
    Pod pod = Pods.pod("web").container("a", Containers.livenessProbe(null)).build();
    assertThat(ofKill(pod, KillReason.LIVENESS_FAILED)).isEqualTo(30);
  }

  @Test
  void ofAContainerIsTwoSecondsWhenNobodyStatesAny() {
    assertThat(ofKill(pod(null, null), KillReason.LIVENESS_FAILED)).isEqualTo(2);
  }

  @Test
  void whatHooksUsedIsTakenOffButTwoSecondsAlwaysRemain() {
    assertThat(GracePeriod.left(30, Duration.ofMillis(4_900))).isEqualTo(26);
    assertThat(GracePeriod.left(30, Duration.ofSeconds(29))).isEqualTo(2);
    assertThat(GracePeriod.left(0, Duration.ZERO)).isEqualTo(2);
  }

  private static long ofKill(Pod pod, KillReason reason) {
    return GracePeriod.ofKill(pod, ContainerSpec.find(pod, "a").orElseThrow(), reason);
  }

  private static Pod pod(@Nullable Long ofSpec, @Nullable Long ofDeletion) {
    return Pods.pod("web")
        .container("a", Containers.livenessProbe(5L).andThen(Containers.startupProbe(6L)))
        .spec(s -> s.setTerminationGracePeriodSeconds(ofSpec))
        .deletionGrace(ofDeletion)
        .build();
  }
}
