package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.cri.Mount;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.pod.translate.env.Environment;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubPathRulesTest {
  private static final Container CONTAINER =
      TestPods.container()
          .addNewEnv()
          .withName("POD")
          .withValue("web-0")
          .endEnv()
          .addNewEnv()
          .withName("UP")
          .withValue("..")
          .endEnv()
          .addNewEnv()
          .withName("EMPTY")
          .withValue("")
          .endEnv()
          .build();

  private static Optional<String> of(@Nullable String subPath, @Nullable String expression) {
    VolumeMount mount = mount(subPath, expression);
    return SubPathRules.of(mount, Environment.stated(CONTAINER));
  }

  private static VolumeMount mount(@Nullable String subPath, @Nullable String expression) {
    return new VolumeMountBuilder()
        .withName("scratch")
        .withMountPath("/data")
        .withSubPath(subPath)
        .withSubPathExpr(expression)
        .build();
  }

  @Test
  void withoutEitherTheWholeVolumeIsMounted() {
    assertThat(of(null, null)).isEmpty();
    assertThat(of("", "")).isEmpty();
  }

  @Test
  void aPathIsTakenAsWrittenAndAnExpressionIsExpanded() {
    assertThat(of("$(POD)/a", null)).contains("$(POD)/a");
    assertThat(of(null, "logs/$(POD)")).contains("logs/web-0");
  }

  @ParameterizedTest(name = "{0}{1}: {2}")
  @CsvSource({
    "/etc, , error SubPath `/etc` must not be an absolute path",
    "a/../b, , 'unable to provision SubPath `a/../b`: must not contain ''..'''",
    ", a/$(UP), 'unable to provision SubPath `a/..`: must not contain ''..'''",
    ", $(NONE)/$(EMPTY)/$(POD), 'missing value for EMPTY, NONE'",
  })
  void whatCouldLeadElsewhereIsRefused(
      @Nullable String subPath, @Nullable String expression, String message) {
    assertThatThrownBy(() -> of(subPath, expression)).hasMessage(message);
  }

  @Test
  void theContainerMountsThePlaceWhereThePartIsShown() {
    Container container =
        TestPods.container().withVolumeMounts(mount(null, null), mount("part", null)).build();
    ContainerOutcome.Built built =
        new ContainerFixture().built(TestPods.podOf(container), container);
    Path target = Path.of("/var/lib/kubelet/pods", TestPods.UID, "volume-subpaths/scratch/app/1");
    assertThat(built.config().getMountsList().subList(0, 2))
        .extracting(Mount::getHostPath)
        .containsExactly("/volumes/scratch", target.toString());
    assertThat(built.subPaths())
        .containsExactly(new SubPathMount("scratch", Path.of("/volumes/scratch"), "part", target));
  }

  @Test
  void thePartOfAnImageIsShownByTheRuntime() {
    VolumeMount part = mount("part", null);
    part.setName("model");
    Container container = TestPods.container().withVolumeMounts(part).build();
    Pod pod =
        TestPods.podOf(container)
            .edit()
            .editSpec()
            .addNewVolume()
            .withName("model")
            .withNewImage("Always", "models:v1")
            .endVolume()
            .endSpec()
            .build();
    ContainerOutcome.Built built = new ContainerFixture().built(pod, container);
    Mount mount = built.config().getMounts(0);
    assertThat(mount.getImageSubPath()).isEqualTo("part");
    assertThat(mount.getHostPath()).isEmpty();
    assertThat(built.subPaths()).isEmpty();
  }

  @Test
  void aRefusedPathIsAnErrorOfTheContainersConfiguration() {
    Container container = TestPods.container().withVolumeMounts(mount(null, "$(NONE)")).build();
    assertThat(new ContainerFixture().build(TestPods.podOf(container), container))
        .isEqualTo(
            new ContainerOutcome.Refused(
                new StartError(
                    WaitReason.CREATE_CONTAINER_CONFIG_ERROR, "missing value for NONE")));
  }
}
