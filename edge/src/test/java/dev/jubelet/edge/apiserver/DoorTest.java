package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class DoorTest {
  private final DueTimers timers = new DueTimers();
  private final Door door = Door.ofShared(timers);

  /** Returns once the other waits. */
  private FutureTask<Door.Pass> another() throws InterruptedException {
    FutureTask<Door.Pass> entering = new FutureTask<>(door::enter);
    Thread thread = Thread.ofPlatform().daemon().start(entering);
    CountDownLatch never = new CountDownLatch(1);
    while (thread.isAlive() && thread.getState() != Thread.State.WAITING) {
      assertThat(never.await(1, TimeUnit.MILLISECONDS)).isFalse();
    }
    return entering;
  }

  private static Door.Pass entered(FutureTask<Door.Pass> other)
      throws InterruptedException, ExecutionException, TimeoutException {
    return other.get(30, TimeUnit.SECONDS);
  }

  @Test
  void theSecondWaitsForTheAnswerOfTheFirst() throws Exception {
    Door.Pass first = door.enter();
    FutureTask<Door.Pass> second = another();
    assertThat(second.isDone()).isFalse();

    first.answered();

    assertThat(entered(second)).isNotNull();
    assertThat(timers.pending()).isZero();
  }

  @Test
  void nobodyWaitsWhileAnAnswerIsComingIn() throws Exception {
    Door.Pass watch = door.enter();
    watch.answered();
    door.enter();

    assertThat(entered(another())).isNotNull();
    watch.leave();
    watch.leave();
    Door.Pass first = door.enter();
    FutureTask<Door.Pass> second = another();
    assertThat(second.isDone()).isFalse();
    first.leave();
    assertThat(entered(second)).isNotNull();
  }

  @Test
  void afterAFailureTheNextOneGoesFirst() throws Exception {
    door.enter().leave();
    door.enter();

    assertThat(another().isDone()).isFalse();
  }

  @Test
  void nobodyWaitsForLong() throws Exception {
    door.enter();
    FutureTask<Door.Pass> second = another();

    timers.advance(Door.PATIENCE);

    assertThat(entered(second)).isNotNull();
  }

  @Test
  void nobodyWaitsWhereEachHasAConnection() throws InterruptedException {
    Door separate = Door.ofSeparate(timers);
    separate.enter();

    assertThat(separate.enter()).isNotNull();
    assertThat(timers.pending()).isZero();
  }
}
