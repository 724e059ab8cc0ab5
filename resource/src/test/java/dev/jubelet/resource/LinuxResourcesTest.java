package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.jubelet.api.cri.HugepageLimit;
import dev.jubelet.api.cri.LinuxContainerResources;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@Rule("13.3")
class LinuxResourcesTest {
  private static final MemorySettings NO_SWAP =
      new MemorySettings(Optional.of(new MemorySettings.Swap(false, 1L << 30)), Optional.empty());
  private static final ResourceSettings V1 =
      new ResourceSettings(
          10L << 30,
          CgroupVersion.V1,
          true,
          Duration.ofMillis(100),
          true,
          MemorySettings.PLAIN,
          List.of());

  private static LinuxContainerResources container(ResourceSettings settings, Container container) {
    return new LinuxResources(settings).container(Pods.of(container), container);
  }

  @Test
  void requestsAndLimitsBecomeSharesQuotaAndMemory() {
    LinuxContainerResources resources =
        container(V1, Pods.container("a", "cpu=250m memory=1Gi", "cpu=1500m memory=2Gi"));
    assertThat(resources.getCpuShares()).isEqualTo(256);
    assertThat(resources.getCpuQuota()).isEqualTo(150_000);
    assertThat(resources.getCpuPeriod()).isEqualTo(100_000);
    assertThat(resources.getMemoryLimitInBytes()).isEqualTo(2L << 30);
    assertThat(resources.getOomScoreAdj()).isEqualTo(900);
    assertThat(resources.getUnifiedMap()).isEmpty();
  }

  @Test
  void nothingAskedMeansFewestSharesAndNoCap() {
    LinuxContainerResources resources = container(V1, Pods.container("a", "", ""));
    assertThat(resources.getCpuShares()).isEqualTo(2);
    assertThat(resources.getCpuQuota()).isZero();
    assertThat(resources.getMemoryLimitInBytes()).isZero();
    assertThat(resources.getOomScoreAdj()).isEqualTo(1000);
  }

  @Test
  void aLimitAloneWeighsTooAndAZeroRequestDoesNot() {
    assertThat(container(V1, Pods.container("a", "", "cpu=2")).getCpuShares()).isEqualTo(2048);
    assertThat(container(V1, Pods.container("a", "cpu=0", "cpu=2")).getCpuShares()).isEqualTo(2);
  }

  @Test
  void withoutCfsQuotaNeitherQuotaNorPeriodIsSent() {
    ResourceSettings unlimited =
        new ResourceSettings(
            10L << 30,
            CgroupVersion.V1,
            false,
            Duration.ofMillis(100),
            true,
            MemorySettings.PLAIN,
            List.of());
    LinuxContainerResources resources = container(unlimited, Pods.container("a", "", "cpu=2"));
    assertThat(resources.getCpuQuota()).isZero();
    assertThat(resources.getCpuPeriod()).isZero();
  }

  @Test
  void aConfiguredPeriodScalesTheQuota() {
    ResourceSettings short10 =
        new ResourceSettings(
            10L << 30,
            CgroupVersion.V1,
            true,
            Duration.ofMillis(10),
            true,
            MemorySettings.PLAIN,
            List.of());
    LinuxContainerResources resources = container(short10, Pods.container("a", "", "cpu=2"));
    assertThat(resources.getCpuPeriod()).isEqualTo(10_000);
    assertThat(resources.getCpuQuota()).isEqualTo(20_000);
  }

  @Test
  void onCgroupV2AWholeContainerIsKilledAndSwapIsClosed() {
    ResourceSettings v2 =
        new ResourceSettings(
            10L << 30, CgroupVersion.V2, true, Duration.ofMillis(100), false, NO_SWAP, List.of());
    assertThat(container(v2, Pods.container("a", "", "memory=1Gi")).getUnifiedMap())
        .containsOnly(entry("memory.oom.group", "1"), entry("memory.swap.max", "0"));
  }

  @Test
  void onCgroupV1SwapIsClosedByTheSameLimitForMemoryAndSwap() {
    ResourceSettings swap =
        new ResourceSettings(
            10L << 30, CgroupVersion.V1, true, Duration.ofMillis(100), false, NO_SWAP, List.of());
    LinuxContainerResources resources = container(swap, Pods.container("a", "", "memory=1Gi"));
    assertThat(resources.getMemorySwapLimitInBytes()).isEqualTo(1L << 30);
    assertThat(resources.getUnifiedMap()).isEmpty();
  }

  private static Map<String, String> unified(
      MemorySettings memory, Container container, String priorityClass) {
    ResourceSettings settings =
        new ResourceSettings(
            10L << 30, CgroupVersion.V2, true, Duration.ofMillis(100), true, memory, List.of());
    Pod pod =
        new PodBuilder(Pods.of(container))
            .editSpec()
            .withPriority(priorityClass.isEmpty() ? 0 : 2_000_001_000)
            .withPriorityClassName(priorityClass)
            .endSpec()
            .build();
    return new LinuxResources(settings).container(pod, container).getUnifiedMap();
  }

  @Test
  void onlyBurstableContainersGetTheirShareOfLimitedSwap() {
    MemorySettings limited =
        new MemorySettings(Optional.of(new MemorySettings.Swap(true, 2L << 30)), Optional.empty());
    Container burstable = Pods.container("a", "memory=1Gi", "memory=2Gi");
    assertThat(unified(limited, burstable, ""))
        .containsOnly(entry("memory.swap.max", Long.toString((long) (0.1 * (2L << 30)))));
    assertThat(unified(limited, burstable, "system-node-critical"))
        .containsOnly(entry("memory.swap.max", "0"));
    for (Container none :
        List.of(
            Pods.container("a", "", ""),
            Pods.container("a", "cpu=1", ""),
            Pods.container("a", "", "memory=1Gi"),
            Pods.container("a", "memory=20Gi", ""),
            Pods.container("a", "", "cpu=1 memory=1Gi"))) {
      assertThat(unified(limited, none, "")).containsOnly(entry("memory.swap.max", "0"));
    }
    assertThat(unified(NO_SWAP, burstable, "")).containsOnly(entry("memory.swap.max", "0"));
  }

  @Test
  void memoryIsKeptInTiersAndSlowedDownBeforeTheLimit() {
    MemorySettings tiered =
        new MemorySettings(
            Optional.empty(),
            Optional.of(new MemorySettings.Throttling(0.9, true, 8L << 30, 4096)));
    assertThat(unified(tiered, Pods.container("a", "", "cpu=1 memory=1Gi"), ""))
        .containsOnly(entry("memory.min", Long.toString(1L << 30)), entry("memory.low", "0"));
    assertThat(unified(tiered, Pods.container("a", "memory=1Gi", "memory=2Gi"), ""))
        .containsOnly(
            entry("memory.min", "0"),
            entry("memory.low", Long.toString(1L << 30)),
            entry("memory.high", Long.toString((long) (1.9 * (1L << 30)) / 4096 * 4096)));
    assertThat(unified(tiered, Pods.container("a", "memory=1Gi", ""), ""))
        .containsEntry("memory.high", Long.toString((long) (7.3 * (1L << 30)) / 4096 * 4096));
    MemorySettings none =
        new MemorySettings(
            Optional.empty(),
            Optional.of(new MemorySettings.Throttling(0.9, false, 8L << 30, 4096)));
    assertThat(unified(none, Pods.container("a", "", "cpu=1 memory=1Gi"), ""))
        .containsOnly(entry("memory.min", "0"), entry("memory.low", "0"));
  }

  @Test
  void whatThePodAsksForBeyondItsContainersSparesEachOfThem() {
    Container first = Pods.container("a", "memory=1Gi", "");
    Pod pod =
        new PodBuilder(Pods.of(first, Pods.container("b", "", "")))
            .editSpec()
            .withNewResources()
            .withRequests(Pods.quantities("memory=3Gi"))
            .endResources()
            .endSpec()
            .build();
    assertThat(OomScore.adjustment(pod, first, 10L << 30)).isEqualTo(800);
    assertThat(OomScore.adjustment(pod, pod.getSpec().getContainers().get(1), 10L << 30))
        .isEqualTo(900);
  }

  @Test
  void everyHugePageSizeOfTheMachineIsLimited() {
    ResourceSettings huge =
        new ResourceSettings(
            10L << 30,
            CgroupVersion.V1,
            true,
            Duration.ofMillis(100),
            true,
            MemorySettings.PLAIN,
            List.of("1GB", "2MB"));
    assertThat(
            container(huge, Pods.container("a", "", "cpu=1 hugepages-2Mi=64Mi"))
                .getHugepageLimitsList())
        .extracting(HugepageLimit::getPageSize, HugepageLimit::getLimit)
        .containsExactly(tuple("1GB", 0L), tuple("2MB", 64L << 20));
  }

  @Test
  void theSandboxHoldsTheSumOfThePodAndOverheadStandsApart() {
    Pod pod =
        new PodBuilder(
                Pods.of(
                    Pods.container("a", "cpu=1", "cpu=2 memory=1Gi"),
                    Pods.container("b", "cpu=1", "cpu=1 memory=1Gi")))
            .editSpec()
            .withOverhead(Pods.quantities("cpu=250m memory=64Mi"))
            .endSpec()
            .build();
    LinuxContainerResources sandbox = new LinuxResources(V1).sandbox(pod);
    assertThat(sandbox.getCpuShares()).isEqualTo(2048);
    assertThat(sandbox.getCpuQuota()).isEqualTo(300_000);
    assertThat(sandbox.getMemoryLimitInBytes()).isEqualTo(2L << 30);
    LinuxContainerResources overhead = new LinuxResources(V1).overhead(pod);
    assertThat(overhead.getCpuShares()).isEqualTo(256);
    assertThat(overhead.getCpuQuota()).isEqualTo(25_000);
    assertThat(overhead.getMemoryLimitInBytes()).isEqualTo(64L << 20);
  }

  @Test
  void aPodWithoutOverheadSendsNone() {
    assertThat(new LinuxResources(V1).overhead(Pods.of(Pods.container("a", "cpu=1", ""))))
        .isEqualTo(LinuxContainerResources.getDefaultInstance());
  }
}
