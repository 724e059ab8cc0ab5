package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.ObservedContainer;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LifecycleAnnotationsTest {

  @Test
  void theGraceOfTheDeletionWinsOverThatOfTheSpec() {
    assertThat(
            LifecycleAnnotations.graceSeconds(
                observed(
                    Map.of(
                        Annotations.POD_DELETION_GRACE, "5",
                        Annotations.POD_TERMINATION_GRACE, "30"))))
        .isEqualTo(OptionalLong.of(5));
    assertThat(
            LifecycleAnnotations.graceSeconds(
                observed(Map.of(Annotations.POD_TERMINATION_GRACE, "30"))))
        .isEqualTo(OptionalLong.of(30));
  }

  @Test
  void aContainerWithoutReadableAnnotationsHasNoGraceAndNoHook() {
    ObservedContainer strange =
        observed(
            Map.of(
                Annotations.POD_TERMINATION_GRACE, "soon",
                Annotations.CONTAINER_PRE_STOP, "{"));

    assertThat(LifecycleAnnotations.graceSeconds(observed(Map.of()))).isEmpty();
    assertThat(LifecycleAnnotations.graceSeconds(strange)).isEmpty();
    assertThat(LifecycleAnnotations.preStop(observed(Map.of()))).isEmpty();
    assertThat(LifecycleAnnotations.preStop(strange)).isEmpty();
  }

  @Test
  void whatWasWrittenAtCreationIsReadBack() {
    Container container =
        TestPods.container()
            .withNewLifecycle()
            .withNewPreStop()
            .withNewHttpGet()
            .withPath("/bye")
            .withNewPort(8080)
            .endHttpGet()
            .endPreStop()
            .endLifecycle()
            .build();
    Pod pod =
        TestPods.pod()
            .editSpec()
            .withTerminationGracePeriodSeconds(12L)
            .withContainers(container)
            .endSpec()
            .build();

    ObservedContainer observed =
        observed(new ContainerFixture().config(pod, container).getAnnotationsMap());

    assertThat(LifecycleAnnotations.graceSeconds(observed)).hasValue(12);
    assertThat(LifecycleAnnotations.preStop(observed))
        .contains(container.getLifecycle().getPreStop());
  }

  private static ObservedContainer observed(Map<String, String> annotations) {
    return new ObservedContainer(
        "c1",
        "app",
        "s1",
        ObservedContainer.State.RUNNING,
        0,
        "",
        Instant.EPOCH,
        null,
        null,
        0,
        "",
        "",
        "image",
        "ref",
        "log",
        annotations,
        null,
        null,
        "");
  }
}
