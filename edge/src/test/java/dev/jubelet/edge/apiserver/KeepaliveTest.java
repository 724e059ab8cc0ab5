package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class KeepaliveTest {
  private final DueTimers timers = new DueTimers();
  private final Semaphore probes = new Semaphore(0);
  private volatile Optional<String> answeredOn = Optional.of("1");
  private final Keepalive keepalive = new Keepalive(timers, this::probe);

  private Optional<String> probe() {
    probes.release();
    return answeredOn;
  }

  private OpenExchanges.Exchange answered(String connection, CountDownLatch cutOff) {
    OpenExchanges.Exchange exchange = keepalive.started();
    exchange.answered(connection, Keepalive.SILENCE, cutOff::countDown);
    return exchange;
  }

  private void awaitProbe() throws InterruptedException {
    assertThat(probes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void nobodyIsAskedBeforeHalfAMinuteOfSilence() throws InterruptedException {
    OpenExchanges.Exchange watch = answered("1", new CountDownLatch(1));
    timers.advance(Duration.ofSeconds(29));
    watch.heard();
    timers.advance(Duration.ofSeconds(29));
    assertThat(probes.availablePermits()).isZero();

    timers.advance(Duration.ofSeconds(1));
    awaitProbe();
  }

  @Test
  void aSilentWatchIsCutOffWhenTheProbeIsAnsweredOnAnotherConnection() throws InterruptedException {
    CountDownLatch silent = new CountDownLatch(1);
    CountDownLatch reached = new CountDownLatch(1);
    answered("2", silent);
    answered("1", reached);
    // Others are busy on the connection that is reached, which says nothing of the silent one.
    for (int second = 0; second < 30; second++) {
      keepalive.ended(answered("1", new CountDownLatch(1)));
      timers.advance(Duration.ofSeconds(1));
    }

    awaitProbe();
    assertThat(silent.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(reached.getCount()).isEqualTo(1);
  }

  @Test
  void nothingIsCutOffWhenTheProbeIsNotAnswered() throws InterruptedException {
    answeredOn = Optional.empty();
    CountDownLatch silent = new CountDownLatch(1);
    answered("2", silent);
    timers.advance(Duration.ofSeconds(30));
    awaitProbe();
    // One at a time: when the next one comes, this one has run to its end.
    do {
      timers.advance(Duration.ofSeconds(30));
    } while (!probes.tryAcquire(100, TimeUnit.MILLISECONDS));

    assertThat(silent.getCount()).isEqualTo(1);
  }

  @Test
  void nobodyWaitsWhenNothingIsUnderWay() {
    OpenExchanges.Exchange watch = answered("1", new CountDownLatch(1));
    keepalive.ended(watch);
    keepalive.ended(watch);

    assertThat(timers.pending()).isZero();
  }
}
