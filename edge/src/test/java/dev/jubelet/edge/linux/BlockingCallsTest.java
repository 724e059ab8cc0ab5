package dev.jubelet.edge.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BlockingCallsTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void aCallRunsOnAPlatformThreadAndItsResultComesBack() throws IOException {
    BlockingCalls calls = new BlockingCalls("test", 1, LONG);
    assertThat(calls.run("name", () -> Thread.currentThread().getName())).startsWith("test-");
    assertThat(calls.run("kind", () -> Thread.currentThread().isVirtual())).isFalse();
  }

  @Test
  void aFailureComesBackAsItIsAndIsNotRemembered() throws IOException {
    BlockingCalls calls = new BlockingCalls("test", 1, LONG);
    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(
              () ->
                  calls.run(
                      "x",
                      () -> {
                        throw new IOException("no");
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("no");
      assertThat(calls.run("x", () -> "yes")).isEqualTo("yes");
    }
  }

  @Test
  void aCallThatHangsHoldsUpOnlyWhoAsksForItAndIsNotBegunTwice() throws Exception {
    BlockingCalls calls = new BlockingCalls("test", 2, Duration.ofMillis(50));
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> calls.run("unmount /x", () -> hang(begun, mayEnd)))
          .isInstanceOf(LinuxException.class)
          .hasMessage("unmount /x: did not return in time");
    }
    assertThat(begun).hasValue(1);
    assertThat(calls.run("other", () -> 1)).isEqualTo(1);
    mayEnd.countDown();
  }

  @Test
  void anInterruptEndsTheWaiting() {
    BlockingCalls calls = new BlockingCalls("test", 1, LONG);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> calls.run("x", () -> hang(new AtomicInteger(), mayEnd)))
        .hasMessage("x: interrupted");
    assertThat(Thread.interrupted()).isTrue();
    mayEnd.countDown();
  }

  private static int hang(AtomicInteger begun, CountDownLatch until) {
    int count = begun.incrementAndGet();
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return count;
  }
}
