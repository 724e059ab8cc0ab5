package dev.jubelet.resource.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.eviction.DiskLooks.Look;
import dev.jubelet.testing.time.ManualTimers;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LimitWatchTest {
  private static final PodStatus WAITING =
      new PodStatusBuilder()
          .withPhase("Pending")
          .addNewContainerStatus()
          .withName("main")
          .withNewState()
          .withNewWaiting()
          .endWaiting()
          .endState()
          .endContainerStatus()
          .build();
  private static final PodStatus FAILED = new PodStatusBuilder().withPhase("Failed").build();
  private static final long TOO_MUCH = 2 << 20;

  private final ManualTimers timers = new ManualTimers();
  private final BlockingQueue<String> looks = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> evicted = new LinkedBlockingQueue<>();
  private volatile long used;
  private final LimitWatch watch =
      new LimitWatch(this::look, (pod, e) -> evicted.add(PodUid.of(pod).value()), timers);

  private Optional<Look> look(PodUid uid, LocalLimits limits, Duration maxAge) {
    LocalUsage usage = new LocalUsage(Map.of("scratch", used), Map.of(), null);
    looks.add(uid.value());
    return Optional.of(new Look(usage, Duration.ZERO, true));
  }

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void onlyPodsThatHaveALimitAndMayBeEndedAreLookedAt() throws InterruptedException {
    Pod limited = LimitedPods.ofVolume("limited");
    Pod unlimited = LimitedPods.pod("scratch=", "main=").build();
    Pod manifest =
        new PodBuilder(LimitedPods.ofVolume("static"))
            .editMetadata()
            .withAnnotations(Map.of("kubernetes.io/config.source", "file"))
            .endMetadata()
            .build();
    Pod critical =
        new PodBuilder(LimitedPods.ofVolume("critical"))
            .editSpec()
            .withPriority(2_000_000_000)
            .endSpec()
            .build();
    for (Pod pod : List.of(unlimited, manifest, critical, limited)) {
      watch.reported(pod, LimitedPods.RUNNING);
    }
    assertThat(next(looks)).isEqualTo("limited");
    assertThat(looks).isEmpty();
  }

  @Test
  void aPodIsWatchedFromItsFirstContainerOn() throws InterruptedException {
    watch.reported(LimitedPods.ofVolume("waits"), WAITING);
    watch.reported(LimitedPods.ofVolume("runs"), LimitedPods.RUNNING);
    assertThat(next(looks)).isEqualTo("runs");
    watch.reported(LimitedPods.ofVolume("waits"), LimitedPods.RUNNING);
    assertThat(next(looks)).isEqualTo("waits");
  }

  @Test
  void aPodIsEvictedOnceHoweverOftenItIsReported() throws InterruptedException {
    used = TOO_MUCH;
    watch.reported(LimitedPods.ofVolume("u1"), LimitedPods.RUNNING);
    assertThat(next(evicted)).isEqualTo("u1");
    watch.reported(LimitedPods.ofVolume("u1"), LimitedPods.RUNNING);
    watch.reported(LimitedPods.ofVolume("u2"), LimitedPods.RUNNING);
    assertThat(next(evicted)).isEqualTo("u2");
  }

  @Test
  void aPodThatIsOverIsLeftAlone() throws InterruptedException {
    watch.reported(LimitedPods.ofVolume("u1"), LimitedPods.RUNNING);
    assertThat(next(looks)).isEqualTo("u1");
    watch.reported(LimitedPods.ofVolume("u1"), FAILED);
    used = TOO_MUCH;
    timers.advance(Duration.ofMinutes(1));
    watch.reported(LimitedPods.ofVolume("u2"), LimitedPods.RUNNING);
    assertThat(next(evicted)).isEqualTo("u2");
  }

  @Test
  void aPodThatCameBackIsWatchedAgain() throws InterruptedException {
    watch.reported(LimitedPods.ofVolume("u1"), LimitedPods.RUNNING);
    assertThat(next(looks)).isEqualTo("u1");
    watch.forgotten(PodUid.of(LimitedPods.ofVolume("u1")));
    watch.reported(LimitedPods.ofVolume("u1"), LimitedPods.RUNNING);
    assertThat(next(looks)).isEqualTo("u1");
  }

  private static String next(BlockingQueue<String> queue) throws InterruptedException {
    return Optional.ofNullable(queue.poll(1, TimeUnit.MINUTES)).orElse("nothing");
  }
}
