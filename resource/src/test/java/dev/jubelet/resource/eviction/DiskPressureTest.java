package dev.jubelet.resource.eviction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DiskPressureTest {
  private final ManualTimers timers = new ManualTimers();
  private final AtomicReference<Optional<Filesystem>> disk =
      new AtomicReference<>(Optional.empty());

  @ParameterizedTest
  @CsvSource({
    "nodefs.available, 10%, 99, 100, true",
    "nodefs.available, 10%, 100, 100, false",
    "nodefs.available, 500, 499, 100, true",
    "nodefs.available, 500, 500, 100, false",
    "nodefs.available, 1k, 1000, 100, false",
    "nodefs.available, 100%, 0, 100, false",
    "nodefs.available, 0%, 0, 100, false",
    "nodefs.inodesFree, 5%, 1000, 9, true",
    "nodefs.inodesFree, 5%, 1000, 10, false",
    "imagefs.available, 90%, 0, 0, false",
  })
  void aDiskIsShortBelowItsThreshold(
      String signal, String threshold, long available, long inodesFree, boolean pressed) {
    disk.set(Optional.of(new Filesystem(1000, available, 1000 - available, 200, inodesFree)));
    assertThat(pressure(Map.of(signal, threshold)).isPressed()).isEqualTo(pressed);
  }

  @Test
  void itCountsAsShortUntilItHasHadEnoughForAWhile() {
    DiskPressure pressure = pressure(Map.of("nodefs.available", "10%"));
    assertThat(pressure.isPressed()).isFalse();
    disk.set(Optional.of(left(0)));
    assertThat(pressure.isPressed()).isTrue();
    disk.set(Optional.of(left(500)));
    timers.advance(Duration.ofMinutes(4));
    assertThat(pressure.isPressed()).isTrue();
    disk.set(Optional.of(left(0)));
    assertThat(pressure.isPressed()).isTrue();
    disk.set(Optional.of(left(500)));
    timers.advance(Duration.ofMinutes(4));
    assertThat(pressure.isPressed()).isTrue();
    timers.advance(Duration.ofMinutes(1));
    assertThat(pressure.isPressed()).isFalse();
  }

  private static Filesystem left(long bytes) {
    return new Filesystem(1000, bytes, 1000 - bytes, 0, 0);
  }

  private DiskPressure pressure(Map<String, String> thresholds) {
    return new DiskPressure(disk::get, thresholds, Duration.ofMinutes(5), timers);
  }
}
