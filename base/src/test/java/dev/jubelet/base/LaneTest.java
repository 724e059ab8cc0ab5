package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LaneTest {
  private static final long PATIENCE_SECONDS = 20;

  private final SystemTimers timers = new SystemTimers();
  private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void aWakeRunsOneStep() throws Exception {
    Lane lane = new Lane("one", () -> note("step", Lane.Next.IDLE), timers);
    lane.wake();
    assertThat(next()).isEqualTo("step");
    assertThat(seen).isEmpty();
  }

  @Test
  void wakesDuringAStepCauseExactlyOneMore() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger steps = new AtomicInteger();
    Lane lane =
        new Lane(
            "busy",
            () -> {
              if (steps.incrementAndGet() == 1) {
                inside.countDown();
                await(goOn);
              }
              return note("step", Lane.Next.IDLE);
            },
            timers);
    lane.wake();
    await(inside);
    for (int i = 0; i < 100; i++) {
      lane.wake();
    }
    goOn.countDown();
    assertThat(next()).isEqualTo("step");
    assertThat(next()).isEqualTo("step");
    awaitQuiet(lane);
    assertThat(steps).hasValue(2);
  }

  @Test
  void neverRunsTwoStepsAtOnce() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Lane lane =
        new Lane(
            "alone",
            () -> {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              Thread.yield();
              inside.decrementAndGet();
              return Lane.Next.IDLE;
            },
            timers);
    Thread[] wakers = new Thread[8];
    for (int i = 0; i < wakers.length; i++) {
      wakers[i] =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int n = 0; n < 1000; n++) {
                      lane.wake();
                    }
                  });
    }
    for (Thread waker : wakers) {
      waker.join();
    }
    awaitQuiet(lane);
    assertThat(most).hasValue(1);
  }

  @Test
  void afterADelayItWakesItself() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    Lane lane =
        new Lane(
            "later",
            () ->
                note(
                    "step " + steps.incrementAndGet(),
                    steps.get() == 1 ? new Lane.Next.After(Duration.ofMillis(5)) : Lane.Next.IDLE),
            timers);
    lane.wake();
    assertThat(next()).isEqualTo("step 1");
    assertThat(next()).isEqualTo("step 2");
  }

  @Test
  void anInterruptEndsTheRunningStepAndTheNextOneStartsClean() throws Exception {
    SynchronousQueue<String> never = new SynchronousQueue<>();
    CountDownLatch inside = new CountDownLatch(1);
    AtomicInteger steps = new AtomicInteger();
    Lane lane =
        new Lane(
            "interrupted",
            () -> {
              if (steps.incrementAndGet() == 1) {
                inside.countDown();
                try {
                  never.take();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                  return note("interrupted", Lane.Next.IDLE);
                }
              }
              return note("clean " + !Thread.currentThread().isInterrupted(), Lane.Next.IDLE);
            },
            timers);
    lane.wake();
    await(inside);
    lane.interruptAndWake();
    assertThat(next()).isEqualTo("interrupted");
    assertThat(next()).isEqualTo("clean true");
  }

  @Test
  void aDoneLaneIgnoresWakes() throws Exception {
    Lane lane = new Lane("done", () -> note("step", Lane.Next.DONE), timers);
    lane.wake();
    assertThat(next()).isEqualTo("step");
    awaitQuiet(lane);
    lane.wake();
    assertThat(lane.isQuiet()).isTrue();
    assertThat(seen).isEmpty();
  }

  @Test
  void aStepThatThrowsKeepsTheLaneAlive() throws Exception {
    AtomicInteger steps = new AtomicInteger();
    Lane lane =
        new Lane(
            "failing",
            () -> {
              if (steps.incrementAndGet() == 1) {
                seen.add("throws");
                throw new IllegalStateException("planted");
              }
              return note("works", Lane.Next.IDLE);
            },
            timers);
    lane.wake();
    assertThat(next()).isEqualTo("throws");
    lane.wake();
    assertThat(next()).isEqualTo("works");
  }

  private Lane.Next note(String what, Lane.Next next) {
    seen.add(what);
    return next;
  }

  private String next() throws InterruptedException {
    String what = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(what).as("something should have happened").isNotNull();
    return what == null ? "" : what;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void awaitQuiet(Lane lane) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!lane.isQuiet()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.yield();
    }
  }
}
