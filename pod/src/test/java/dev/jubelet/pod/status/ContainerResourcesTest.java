package dev.jubelet.pod.status;

import static dev.jubelet.pod.status.Statuses.container;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ObservedContainer.Resources;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** lifecycle 7: resources and mounts of a container. */
@Rule("7.8")
class ContainerResourcesTest {
  private final Pod pod =
      Pods.pod("web")
          .container(
              "a",
              Containers.resources(
                  Map.of("cpu", "250m", "memory", "64Mi"),
                  Map.of("cpu", "500m", "memory", "128Mi", "ephemeral-storage", "1Gi")))
          .build();

  @Test
  void ofARunningContainerAreThoseInForce() {
    ResourceRequirements now = running(new Resources(512, 100_000, 100_000, 256L << 20));
    assertThat(now.getLimits().get("cpu")).hasToString("1");
    assertThat(now.getLimits().get("memory")).hasToString("256Mi");
    assertThat(now.getLimits().get("ephemeral-storage")).hasToString("1Gi");
    assertThat(now.getRequests().get("cpu")).hasToString("500m");
    assertThat(now.getRequests().get("memory")).hasToString("64Mi");
  }

  @Test
  void equalAmountsKeepTheSpellingOfTheSpec() {
    Pod spelled =
        Pods.pod("web")
            .container("a", Containers.resources(Map.of(), Map.of("memory", "0.125Gi")))
            .build();
    Observed observed =
        Observed.of(spelled).running("a").resources(new Resources(0, 0, 0, 128L << 20));
    assertThat(
            container(Statuses.of(spelled, observed), "a").getResources().getLimits().get("memory"))
        .hasToString("0.125Gi");
  }

  @Test
  void ofAContainerThatDoesNotRunAreThoseAllocated() {
    Observed ended =
        Observed.of(pod).exited("a", 0).resources(new Resources(512, 100_000, 100_000, 1));
    assertThat(container(Statuses.of(pod, ended), "a").getResources())
        .isEqualTo(pod.getSpec().getContainers().getFirst().getResources());
  }

  @Test
  void theAllocatedOnesAreTheRequestsOfTheSpec() {
    assertThat(
            container(Statuses.of(pod, Observed.of(pod).running("a")), "a").getAllocatedResources())
        .isEqualTo(pod.getSpec().getContainers().getFirst().getResources().getRequests());
  }

  @Test
  void amountsTooSmallForTheKernelStayAsInTheSpec() {
    Pod tiny =
        Pods.pod("web")
            .container("a", Containers.resources(Map.of("cpu", "1m"), Map.of("cpu", "5m")))
            .build();
    Observed observed =
        Observed.of(tiny).running("a").resources(new Resources(2, 1_000, 100_000, 0));
    ResourceRequirements now = container(Statuses.of(tiny, observed), "a").getResources();
    assertThat(now.getRequests().get("cpu")).hasToString("1m");
    assertThat(now.getLimits().get("cpu")).hasToString("5m");
  }

  @Test
  void whatIsNotReportedStaysAsItWasReported() {
    PodStatus before =
        Statuses.of(
            pod,
            Observed.of(pod).running("a").resources(new Resources(512, 100_000, 100_000, 1024)));
    for (Resources silent : new Resources[] {null, new Resources(0, 0, 0, 0)}) {
      Observed observed = Observed.of(pod).running("a").resources(silent);
      PodStatus after = Statuses.of(pod).observed(observed).previous(before).build();
      assertThat(container(after, "a").getResources())
          .isEqualTo(container(before, "a").getResources());
    }
  }

  @Test
  void whatWasReportedOfAnotherRunIsForgotten() {
    PodStatus before =
        Statuses.of(pod, Observed.of(pod).running("a").resources(new Resources(0, 0, 0, 1024)));
    Observed restarted = Observed.of(pod).exited("a", 1).running("a");
    PodStatus after = Statuses.of(pod).observed(restarted).previous(before).build();
    assertThat(container(after, "a").getResources().getLimits().get("memory")).hasToString("128Mi");
  }

  @Test
  void aLimitThatOnlyTheRuntimeHasIsShownBesideOthers() {
    Pod partial =
        Pods.pod("web")
            .container("a", Containers.resources(Map.of(), Map.of("memory", "1Gi")))
            .build();
    Observed observed =
        Observed.of(partial).running("a").resources(new Resources(0, 50_000, 100_000, 0));
    assertThat(container(Statuses.of(partial, observed), "a").getResources().getLimits().get("cpu"))
        .hasToString("500m");
  }

  @Test
  void theRuntimesOwnValuesAreNotShownWhereTheSpecStatesNothing() {
    Pod limited =
        Pods.pod("web")
            .container("a", Containers.resources(Map.of("memory", "1Gi"), Map.of()))
            .build();
    Observed observed =
        Observed.of(limited).running("a").resources(new Resources(1, 50_000, 100_000, 1 << 20));
    ResourceRequirements now = container(Statuses.of(limited, observed), "a").getResources();
    assertThat(now.getLimits()).isEmpty();
    assertThat(now.getRequests()).containsOnlyKeys("memory");
  }

  @Test
  void aContainerWithoutResourcesHasEmptyOnes() {
    Pod plain = Pods.pod("web").container("a").build();
    var status = container(Statuses.of(plain, Observed.of(plain).running("a")), "a");
    assertThat(status.getResources()).isEqualTo(new ResourceRequirements());
  }

  @Test
  void mountsAreDescribed() {
    PodStatus status = mounted("IfPossible", Set.of(""));
    assertThat(mounts(status))
        .extracting(
            VolumeMountStatus::getName,
            VolumeMountStatus::getMountPath,
            VolumeMountStatus::getReadOnly,
            VolumeMountStatus::getRecursiveReadOnly)
        .containsExactly(tuple("v", "/v", true, "Enabled"), tuple("w", "/w", null, null));
  }

  @Test
  void aReadOnlyMountIsRecursiveWhenAskedForAndPossible() {
    assertThat(recursive(mounted("Enabled", Set.of()))).isEqualTo("Enabled");
    assertThat(recursive(mounted("IfPossible", Set.of("other")))).isEqualTo("Disabled");
    assertThat(recursive(mounted("Disabled", Set.of("")))).isEqualTo("Disabled");
    assertThat(recursive(mounted(null, Set.of("")))).isEqualTo("Disabled");
  }

  private static String recursive(PodStatus status) {
    return mounts(status).getFirst().getRecursiveReadOnly();
  }

  private static List<VolumeMountStatus> mounts(PodStatus status) {
    return container(status, "a").getVolumeMounts();
  }

  private static PodStatus mounted(@Nullable String recursive, Set<String> handlers) {
    VolumeMount readOnly = mount("v", "/v");
    readOnly.setReadOnly(true);
    readOnly.setRecursiveReadOnly(recursive);
    Pod pod =
        Pods.pod("web")
            .container("a", c -> c.setVolumeMounts(List.of(readOnly, mount("w", "/w"))))
            .build();
    PodStatus first = Statuses.of(pod).build();
    return Statuses.of(pod)
        .observed(Observed.of(pod).running("a"))
        .previous(first)
        .node(new StatusNode(List.of(), "containerd", handlers, false))
        .build();
  }

  private static VolumeMount mount(String name, String path) {
    VolumeMount mount = new VolumeMount();
    mount.setName(name);
    mount.setMountPath(path);
    return mount;
  }

  private ResourceRequirements running(Resources actual) {
    Observed observed = Observed.of(pod).running("a").resources(actual);
    return container(Statuses.of(pod, observed), "a").getResources();
  }
}
