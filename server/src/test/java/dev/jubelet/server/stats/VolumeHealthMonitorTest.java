package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class VolumeHealthMonitorTest {
  private static final int PATIENCE_TURNS = 6000;

  @Test
  void volumesAreMeasuredFromTimeToTimeAlsoWhenNobodyAsks() throws InterruptedException {
    Semaphore measured = new Semaphore(0);
    ManualTimers own = new ManualTimers();
    try (VolumeHealthMonitor monitor =
        new VolumeHealthMonitor(measured::release, Duration.ofMinutes(1), own)) {
      monitor.start();
      assertThat(measured.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
      boolean again = false;
      for (int i = 0; i < PATIENCE_TURNS && !again; i++) {
        own.advance(Duration.ofMinutes(1));
        again = measured.tryAcquire(10, TimeUnit.MILLISECONDS);
      }
      assertThat(again).isTrue();
    }
  }
}
