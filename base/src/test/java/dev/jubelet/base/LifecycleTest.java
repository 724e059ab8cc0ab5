package dev.jubelet.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class LifecycleTest {
  private final List<String> seen = new CopyOnWriteArrayList<>();
  private final Lifecycle lifecycle = new Lifecycle();

  @Test
  void startsInOrderAndStopsInReverse() {
    part("a");
    part("b");
    lifecycle.start();
    lifecycle.close();
    lifecycle.close();
    assertThat(seen).containsExactly("start a", "start b", "stop b", "stop a");
  }

  @Test
  void aFailedStartStopsWhatHasStartedAndTheFailedPartItself() {
    part("a");
    lifecycle.add("b", () -> fail("b"), () -> seen.add("stop b"));
    part("c");
    assertThatThrownBy(lifecycle::start).hasMessage("planted b");
    assertThat(seen).containsExactly("start a", "stop b", "stop a");
  }

  @Test
  void whatIsThereAlreadyIsStoppedWithoutAStart() {
    lifecycle.addStarted("socket", () -> seen.add("stop socket"));
    part("a");
    lifecycle.close();
    assertThat(seen).containsExactly("stop socket");
    assertThatThrownBy(() -> lifecycle.addStarted("late", () -> seen.add("stop late")))
        .isInstanceOf(CancellationException.class);
    assertThat(seen).containsExactly("stop socket", "stop late");
  }

  @Test
  void anEndDuringTheStartInterruptsItAndStopsAll() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    part("a");
    lifecycle.add("slow", () -> hang(begun), () -> seen.add("stop slow"));
    part("never");
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread starter =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    lifecycle.start();
                  } catch (CancellationException e) {
                    thrown.set(e);
                  }
                });
    begun.await();
    lifecycle.close();
    starter.join();
    assertThat(seen).containsExactly("start a", "interrupted", "stop slow", "stop a");
    assertThat(thrown.get()).hasMessageContaining("stopped while starting");
    assertThat(lifecycle.isClosed()).isTrue();
  }

  @Test
  void nothingStartsAfterTheEnd() {
    part("a");
    lifecycle.close();
    assertThatThrownBy(lifecycle::start).isInstanceOf(CancellationException.class);
    assertThat(seen).isEmpty();
  }

  private void hang(CountDownLatch begun) {
    begun.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      seen.add("interrupted");
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFailedStopDoesNotKeepOthersFromStopping() {
    part("a");
    lifecycle.add("b", () -> {}, () -> fail("b"));
    lifecycle.start();
    lifecycle.close();
    assertThat(seen).containsExactly("start a", "stop a");
  }

  private void part(String name) {
    lifecycle.add(name, () -> seen.add("start " + name), () -> seen.add("stop " + name));
  }

  private static void fail(String name) {
    throw new IllegalStateException("planted " + name);
  }
}
