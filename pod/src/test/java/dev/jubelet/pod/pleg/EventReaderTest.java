package dev.jubelet.pod.pleg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.pleg.EventReader.Mode;
import dev.jubelet.testing.cri.FakeCri;
import dev.jubelet.testing.cri.FakeProfile;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class EventReaderTest {
  private final HeldTimers timers = new HeldTimers();
  private final Counting counts = new Counting();
  private final AtomicInteger changes = new AtomicInteger();
  private final FakeCri cri = new FakeCri(timers, FakeProfile.containerd2());
  private final EventReader reader =
      new EventReader(
          cri, timers, new RuntimeView(), change -> {}, changes::incrementAndGet, counts);

  @AfterEach
  void stop() {
    reader.stop();
  }

  @Test
  void aStreamThatStaysQuietForAMomentIsOneUntilItBreaks() throws Exception {
    reader.start();
    Runnable settled = timers.tasks.take();
    assertThat(reader.mode()).isEqualTo(Mode.CONNECTING);
    settled.run();
    settled.run();
    assertThat(reader.mode()).isEqualTo(Mode.STREAMING);
    assertThat(counts.opened).hasValue(1);
    cri.events().breakStreams();
    timers.tasks.take();
    assertThat(reader.mode()).isEqualTo(Mode.CONNECTING);
    assertThat(changes).hasValue(2);
  }

  @Test
  void aTimerThatComesTooLateDoesNotOpenABrokenStream() throws Exception {
    reader.start();
    Runnable settled = timers.tasks.take();
    cri.events().breakStreams();
    Runnable retry = timers.tasks.take();
    settled.run();
    assertThat(reader.mode()).isEqualTo(Mode.CONNECTING);
    assertThat(counts.opened).hasValue(0);
    retry.run();
    timers.tasks.take().run();
    assertThat(reader.mode()).isEqualTo(Mode.STREAMING);
  }

  /** Timers that fire by hand, also when they were taken back a moment before. */
  private static final class HeldTimers implements Timers {
    final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private final ManualTimers time = new ManualTimers();

    @Override
    public Instant now() {
      return time.now();
    }

    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public Pending after(Duration delay, Runnable task) {
      tasks.add(task);
      return () -> {};
    }
  }

  /** Counts what matters here. */
  private static final class Counting implements RuntimeWatchListener {
    final AtomicInteger opened = new AtomicInteger();

    @Override
    public void relisted(long begunNanos, long endedNanos) {}

    @Override
    public void podRead(Duration took) {}

    @Override
    public void streamOpened() {
      opened.incrementAndGet();
    }

    @Override
    public void streamBroke() {}

    @Override
    public void eventCame(Duration late) {}
  }
}
