package dev.jubelet.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class RuntimeObserverTest {
  private final ManualTimers timers = new ManualTimers();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final RuntimeObserver observer = new RuntimeObserver(cri, "containerd", timers);

  @AfterEach
  void close() {
    observer.close();
  }

  @Test
  @Timeout(20)
  void aRuntimeThatHangsHoldsUpNobodyWhoAsksAgain() throws InterruptedException {
    cri.images().add("registry.test/app:1");
    assertThat(observer.images()).hasSize(1);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch hanging = new CountDownLatch(1);
    cri.script()
        .before(
            "Version",
            () -> {
              asked.countDown();
              await(hanging);
            });
    timers.advance(Duration.ofMinutes(1));
    assertThat(observer.images()).hasSize(1);
    assertThat(asked.await(20, TimeUnit.SECONDS)).as("it is asked again").isTrue();
    assertThat(observer.traits().name()).isEqualTo("fake");
    hanging.countDown();
  }

  @Test
  void aRuntimeThatNeverAnsweredHasOnlyItsName() {
    cri.script().fail("Version", 1, CriException.Kind.UNAVAILABLE, "away");
    assertThat(observer.traits().name()).isEqualTo("containerd");
    assertThat(observer.traits().version()).isNotEmpty();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
