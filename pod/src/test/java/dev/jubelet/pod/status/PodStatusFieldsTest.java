package dev.jubelet.pod.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Containers;
import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.spec.DeadlineRules;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.HostIP;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import io.fabric8.kubernetes.api.model.PodResourceClaimStatus;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** lifecycle 7: the fields of a pod's status beside phase, conditions and containers. */
@Rule("7.8")
class PodStatusFieldsTest {
  private final Pod pod = Pods.pod("web").container("a").build();

  @Test
  void theStartTimeIsThatOfTheFirstStatus() {
    PodStatus first = Statuses.of(pod).at(Instant.parse("2026-01-01T00:00:07.9Z")).build();
    assertThat(first.getStartTime()).isEqualTo("2026-01-01T00:00:07Z");
    PodStatus second = Statuses.of(pod).previous(first).at(Observed.START.plusSeconds(99)).build();
    assertThat(second.getStartTime()).isEqualTo("2026-01-01T00:00:07Z");
  }

  @Test
  void afterARestartOfTheAgentTheApiServersCopyStandsIn() {
    Pod known =
        Pods.pod("web")
            .container("a")
            .status(
                s -> {
                  s.setStartTime("2025-01-01T00:00:00Z");
                  s.setResourceClaimStatuses(List.of(new PodResourceClaimStatus("c", "claim")));
                })
            .build();
    PodStatus status = Statuses.of(known).build();
    assertThat(status.getStartTime()).isEqualTo("2025-01-01T00:00:00Z");
    assertThat(status.getResourceClaimStatuses()).hasSize(1);
  }

  @Test
  void theGenerationThatWasActedOnIsStated() {
    assertThat(Statuses.of(pod).build().getObservedGeneration()).isEqualTo(1);
  }

  @Test
  void podAndHostHaveOneAddressOfEachFamilyTheNodesFirst() {
    StatusNode node =
        new StatusNode(List.of("fd00::1", "192.168.0.1"), "containerd", Set.of(), false);
    Observed observed =
        Observed.nothingOf(pod).sandbox(true, false, List.of("10.0.0.1", "10.0.0.2", "fd00::2"));
    PodStatus status = Statuses.of(pod).observed(observed).node(node).build();
    assertThat(status.getHostIP()).isEqualTo("fd00::1");
    assertThat(status.getHostIPs())
        .extracting(HostIP::getIp)
        .containsExactly("fd00::1", "192.168.0.1");
    assertThat(status.getPodIP()).isEqualTo("fd00::2");
    assertThat(status.getPodIPs()).extracting(PodIP::getIp).containsExactly("fd00::2", "10.0.0.1");
  }

  @Test
  void aPodOnTheHostsNetworkHasTheHostsAddresses() {
    Pod host = Pods.pod("web").hostNetwork().container("a").build();
    assertThat(Statuses.of(host, Observed.of(host)).getPodIP()).isEqualTo("192.168.0.1");
  }

  @Test
  void withoutAReadySandboxThePodKeepsItsAddresses() {
    PodStatus running = Statuses.of(pod, Observed.of(pod).running("a"));
    PodStatus stopped =
        Statuses.of(pod).observed(Observed.nothingOf(pod).sandbox(false)).previous(running).build();
    assertThat(stopped.getPodIP()).isEqualTo("10.0.0.1");
    assertThat(Statuses.of(pod).build().getPodIP()).isNull();
  }

  @Test
  void aNodeWithoutAddressesGivesNone() {
    PodStatus status =
        Statuses.of(pod).node(new StatusNode(List.of(), "containerd", Set.of(), false)).build();
    assertThat(status.getHostIP()).isNull();
  }

  @Test
  void theResourcesOfThePodAreTheSumOfItsContainers() {
    Pod sized =
        Pods.pod("web")
            .init("i", Containers.resources(Map.of("cpu", "2"), Map.of()))
            .sidecar("s", Containers.resources(Map.of("cpu", "500m"), Map.of("memory", "64Mi")))
            .init("j", Containers.resources(Map.of("memory", "1Gi"), Map.of()))
            .container("a", Containers.resources(Map.of("cpu", "250m"), Map.of("memory", "64Mi")))
            .container("b")
            .build();
    PodStatus status = Statuses.of(sized).build();
    assertThat(status.getAllocatedResources())
        .isEqualTo(
            Containers.requirements(Map.of("cpu", "2", "memory", "1Gi"), Map.of()).getRequests());
    assertThat(status.getResources().getLimits())
        .isEqualTo(Containers.requirements(Map.of("memory", "128Mi"), Map.of()).getRequests());
  }

  @Test
  void whatThePodStatesForItselfOverridesTheSumAndOverheadIsAdded() {
    Pod stated =
        Pods.pod("web")
            .container("a", Containers.resources(Map.of("cpu", "250m"), Map.of("cpu", "1")))
            .spec(
                s -> {
                  s.setResources(
                      Containers.requirements(
                          Map.of("cpu", "1", "example.com/x", "3", "hugepages-2Mi", "4Mi"),
                          Map.of()));
                  s.setOverhead(
                      Containers.requirements(Map.of("cpu", "100m", "memory", "10Mi"), Map.of())
                          .getRequests());
                })
            .build();
    PodStatus status = Statuses.of(stated).build();
    assertThat(status.getAllocatedResources().get("cpu")).hasToString("1100m");
    assertThat(status.getAllocatedResources().get("memory")).hasToString("10Mi");
    assertThat(status.getAllocatedResources())
        .containsKey("hugepages-2Mi")
        .doesNotContainKey("example.com/x");
    assertThat(status.getResources().getLimits().get("cpu")).hasToString("1100m");
    assertThat(status.getResources().getLimits()).doesNotContainKey("memory");
  }

  @Test
  void aRejectedPodSaysWhyAndNothingElse() {
    PodStatus status =
        Statuses.BUILDER.rejected(pod, "OutOfcpu", "Node didn't have enough", Observed.START);
    assertThat(status.getPhase()).isEqualTo("Failed");
    assertThat(status.getReason()).isEqualTo("OutOfcpu");
    assertThat(status.getMessage()).isEqualTo("Pod was rejected: Node didn't have enough");
    assertThat(status.getQosClass()).isEqualTo("BestEffort");
    assertThat(status.getStartTime()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(status.getContainerStatuses()).isEmpty();
    assertThat(status.getConditions()).isEmpty();
  }

  @Test
  void aPodThatAnEarlierAgentStartedBeganWithItsOldestSandbox() {
    Observed observed =
        Observed.nothingOf(pod)
            .at(Observed.START)
            .sandbox(false)
            .at(Observed.START.plusSeconds(30))
            .sandbox(true);
    PodStatus first =
        Statuses.of(pod).observed(observed).at(Observed.START.plusSeconds(600)).build();
    assertThat(first.getStartTime()).isEqualTo("2026-01-01T00:00:00Z");
    PodStatus told = new PodStatus();
    told.setStartTime("2025-12-31T00:00:00Z");
    assertThat(Statuses.of(pod).observed(observed).previous(told).build().getStartTime())
        .isEqualTo("2025-12-31T00:00:00Z");
  }

  @Test
  void aDeadlineCountsFromTheStart() {
    Pod limited = Pods.pod("job").container("a").spec(s -> s.setActiveDeadlineSeconds(60L)).build();
    PodStatus status = Statuses.of(limited).build();
    assertThat(DeadlineRules.deadline(limited, status)).contains(Observed.START.plusSeconds(60));
    assertThat(DeadlineRules.isExceeded(limited, status, Observed.START.plusSeconds(59))).isFalse();
    assertThat(DeadlineRules.isExceeded(limited, status, Observed.START.plusSeconds(60))).isTrue();
    assertThat(DeadlineRules.deadline(limited, new PodStatus())).isEmpty();
    assertThat(DeadlineRules.deadline(pod, status)).isEmpty();
  }
}
