package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
final class ConcurrentTasksTest {
  @Test
  void allAreUnderWayAtTheSameTimeAndResultsKeepTheirOrder() {
    CyclicBarrier together = new CyclicBarrier(3);
    List<String> results =
        ConcurrentTasks.each(
            "test",
            List.of("a", "b", "c"),
            thing -> {
              meet(together);
              return thing + thing;
            });
    assertThat(results).containsExactly("aa", "bb", "cc");
  }

  @Test
  void aSingleThingNeedsNoThread() {
    assertThat(ConcurrentTasks.each("test", List.of("a"), thing -> Thread.currentThread()))
        .containsExactly(Thread.currentThread());
    assertThat(ConcurrentTasks.each("test", List.<String>of(), thing -> thing)).isEmpty();
  }

  @Test
  void aFailureIsThrownWhenTheOthersHaveEnded() {
    CountDownLatch failed = new CountDownLatch(1);
    Set<String> ended = ConcurrentHashMap.newKeySet();
    assertThatThrownBy(
            () ->
                ConcurrentTasks.each(
                    "test",
                    List.of("bad", "good"),
                    thing -> {
                      if (thing.equals("bad")) {
                        failed.countDown();
                        throw new IllegalArgumentException("bad");
                      }
                      await(failed);
                      return ended.add(thing);
                    }))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ended).containsExactly("good");
  }

  @Test
  void anInterruptReachesAllAndStays() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch never = new CountDownLatch(1);
    AtomicBoolean still = new AtomicBoolean();
    Thread caller =
        Thread.ofVirtual()
            .start(
                () -> {
                  List<Boolean> interrupted =
                      ConcurrentTasks.each(
                          "test",
                          List.of("a", "b"),
                          thing -> {
                            begun.countDown();
                            return !await(never);
                          });
                  still.set(
                      Thread.currentThread().isInterrupted()
                          && interrupted.equals(List.of(true, true)));
                });
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(still).isTrue();
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it came, and not an interrupt. */
  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
