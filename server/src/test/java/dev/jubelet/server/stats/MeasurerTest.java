package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.CgroupUsage.Depth;
import dev.jubelet.server.stats.Measurements.MeasuredPod;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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

  private @Nullable Long containerRate() {
    Measurements all = one.measurer.measure(Depth.CORE);
    return Objects.requireNonNull(all.pods().getFirst().containers().getFirst().measured())
        .nanoCores();
  }
}
