package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.edge.usage.HeldFiles;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasurerTest {
  @TempDir Path directory;

  private OnePod one;

  @BeforeEach
  void prepare() throws IOException {
    one = new OnePod(directory);
  }

  @Test
  void containersAreFoundByTheirIdInTheCgroupOfThePod() {
    MeasuredPod pod = one.measurer.measure(Depth.FULL).pods().getFirst();
    assertThat(pod.pod()).isNotNull().extracting(m -> m.cgroup()).isEqualTo(OnePod.POD);
    assertThat(pod.sandbox()).isEqualTo(OnePod.SANDBOX);
    assertThat(pod.containers().getFirst().measured())
        .isNotNull()
        .extracting(m -> m.cgroup())
        .isEqualTo(OnePod.CONTAINER);
    assertThat(pod.network()).extracting(link -> link.name()).containsExactly("eth0");
  }

  @Test
  void thoseWhoAskTogetherGetOneReading() {
    one.measurer.measure(Depth.FULL);
    int reads = one.cgroups.read.size();
    one.timers.advance(Duration.ofSeconds(4));
    one.measurer.measure(Depth.FULL);
    one.measurer.measure(Depth.CORE);
    assertThat(one.cgroups.read).hasSize(reads);
    one.timers.advance(Duration.ofSeconds(2));
    one.measurer.measure(Depth.CORE);
    assertThat(one.cgroups.read).hasSizeGreaterThan(reads);
  }

  @Test
  void aShallowReadingDoesNotAnswerWhoAsksForAll() {
    one.measurer.measure(Depth.CORE);
    assertThat(one.measurer.measure(Depth.FULL).depth()).isEqualTo(Depth.FULL);
  }

  @Test
  void aRateTakesTwoReadings() {
    assertThat(containerRate()).isNull();
    one.timers.advance(Duration.ofSeconds(10));
    one.cgroups.usages.put(OnePod.CONTAINER, FakeCgroups.usage(9_000_000_000L, 1900, 500));
    assertThat(containerRate()).isEqualTo(500_000_000L);
  }

  @Test
  void aCounterThatWentBackHasNoRate() {
    containerRate();
    one.timers.advance(Duration.ofSeconds(10));
    one.cgroups.usages.put(OnePod.CONTAINER, FakeCgroups.usage(1, 1900, 500));
    assertThat(containerRate()).isNull();
  }

  @Test
  void aContainerThatIsGoneIsNotMeasured() {
    one.cgroups.usages.remove(OnePod.CONTAINER);
    assertThat(
            one.measurer.measure(Depth.FULL).pods().getFirst().containers().getFirst().measured())
        .isNull();
  }

  @Test
  void whatIsHeldOpenIsCountedAgainWhenAContainerRan() {
    one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.counted).contains(OnePod.CONTAINER, "/");
    one.cgroups.counted.clear();
    one.timers.advance(Duration.ofSeconds(10));
    Measurements rested = one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.counted).isEmpty();
    assertThat(container(rested).held()).isEqualTo(new HeldFiles(40, 5, 1024L));
    one.cgroups.usages.put(OnePod.CONTAINER, FakeCgroups.usage(9_000_000_000L, 1900, 500));
    one.timers.advance(Duration.ofSeconds(10));
    one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.counted).containsExactly(OnePod.CONTAINER);
  }

  @Test
  void whatTheMachineHoldsOpenIsCountedSeldom() {
    one.measurer.measure(Depth.FULL);
    one.cgroups.counted.clear();
    one.cgroups.usages.put("/", FakeCgroups.usage(99_000_000_000L, 9000, 1000));
    one.timers.advance(Duration.ofSeconds(59));
    one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.counted).isEmpty();
    one.timers.advance(Duration.ofSeconds(6));
    one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.counted).contains("/").doesNotContain(OnePod.CONTAINER);
  }

  @Test
  void nothingHeldOpenIsCountedForAShortReading() {
    assertThat(container(one.measurer.measure(Depth.CORE)).held()).isNull();
    assertThat(one.cgroups.counted).isEmpty();
  }

  @Test
  void aCgroupIsReadWithItsLastCompleteReading() {
    Measurements first = one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.before).containsOnlyNulls();
    one.cgroups.before.clear();
    one.timers.advance(Duration.ofSeconds(10));
    one.measurer.measure(Depth.CORE);
    assertThat(one.cgroups.before).contains(container(first).usage()).doesNotContainNull();
    assertThat(one.cgroups.released).isEqualTo(2);
  }

  @Test
  void aCgroupThatHasTwoNamesIsReadOnce() {
    Measurements all = one.measurer.measure(Depth.FULL);
    assertThat(one.cgroups.read).containsOnlyOnce("/kubepods");
    assertThat(all.system().get("pods")).isSameAs(all.parents().getFirst());
  }

  @Test
  void aSandboxIsAskedForItsProcessOnce() throws IOException {
    one.measurer.measure(Depth.FULL);
    one.cgroups.processes.put(OnePod.SANDBOX, List.of());
    one.timers.advance(Duration.ofSeconds(10));
    one.measurer.measure(Depth.CORE);
    assertThat(one.measurer.measure(Depth.FULL).pods().getFirst().network()).hasSize(1);
    Files.delete(directory.resolve("proc/77/net/dev"));
    one.timers.advance(Duration.ofSeconds(10));
    assertThat(one.measurer.measure(Depth.FULL).pods().getFirst().network()).isEmpty();
  }

  private static Measurements.Measured container(Measurements all) {
    return Objects.requireNonNull(all.pods().getFirst().containers().getFirst().measured());
  }

  private @Nullable Long containerRate() {
    return container(one.measurer.measure(Depth.CORE)).nanoCores();
  }
}
