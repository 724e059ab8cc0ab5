package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class ConnectionGateTest {
  private final DueTimers timers = new DueTimers();
  private final ConnectionGate gate = ConnectionGate.ofShared(timers);

  /** Returns once the other waits. */
  private FutureTask<ConnectionGate.Pass> another() throws InterruptedException {
    FutureTask<ConnectionGate.Pass> entering = new FutureTask<>(gate::enter);
    Thread thread = Thread.ofPlatform().daemon().start(entering);
    CountDownLatch never = new CountDownLatch(1);
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      assertThat(never.await(1, TimeUnit.MILLISECONDS)).isFalse();
    }
    return entering;
  }

  private static ConnectionGate.Pass entered(FutureTask<ConnectionGate.Pass> other)
      throws InterruptedException, ExecutionException, TimeoutException {
    return other.get(30, TimeUnit.SECONDS);
  }

  @Test
  void theSecondWaitsForTheAnswerOfTheFirst() throws Exception {
    ConnectionGate.Pass first = gate.enter();
    FutureTask<ConnectionGate.Pass> second = another();
    assertThat(second.isDone()).isFalse();

    first.answered();

    assertThat(entered(second)).isNotNull();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void nobodyWaitsWhileAnAnswerIsComingIn() throws Exception {
    ConnectionGate.Pass watch = gate.enter();
    watch.answered();
    gate.enter();

    assertThat(entered(another())).isNotNull();
    watch.leave();
    watch.leave();
    ConnectionGate.Pass first = gate.enter();
    FutureTask<ConnectionGate.Pass> second = another();
    assertThat(second.isDone()).isFalse();
    first.leave();
    assertThat(entered(second)).isNotNull();
  }

  @Test
  void afterAFailureTheNextOneGoesFirst() throws Exception {
    gate.enter().leave();
    gate.enter();

    assertThat(another().isDone()).isFalse();
  }

  @Test
  void nobodyWaitsForLong() throws Exception {
    gate.enter();
    FutureTask<ConnectionGate.Pass> second = another();

    timers.advance(ConnectionGate.PATIENCE);

    assertThat(entered(second)).isNotNull();
  }

  @Test
  void nobodyWaitsWhereEachHasAConnection() throws InterruptedException {
    ConnectionGate separate = ConnectionGate.ofSeparate(timers);
    separate.enter();

    assertThat(separate.enter()).isNotNull();
    assertThat(timers.pending()).isZero();
  }
}
