package dev.jubelet.edge.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

final class OpenEndsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private final OpenEnds ends = new OpenEnds();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  @Test
  void aConnectionIsClosedWhenWhatIsUnderWayHasEnded() throws Exception {
    ends.enter("StartContainer");
    Thread closer = Thread.ofVirtual().start(() -> ends.close(LONG, () -> seen.add("closed")));
    awaitWaiting(closer);
    seen.add("started");
    ends.leave();
    closer.join();
    assertThat(seen).containsExactly("started", "closed");
  }

  @Test
  void whatDoesNotEndIsNotWaitedForForEver() {
    ends.enter("RunPodSandbox");
    ends.close(Duration.ofMillis(1), () -> seen.add("closed"));
    assertThat(seen).containsExactly("closed");
  }

  @Test
  void aCallThatComesLateFailsOnceTheConnectionIsClosed() throws Exception {
    ends.enter("StartContainer");
    Thread closer = Thread.ofVirtual().start(() -> ends.close(LONG, () -> seen.add("closed")));
    awaitWaiting(closer);
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread late = Thread.ofVirtual().start(() -> failure.complete(failureOfEntering()));
    awaitWaiting(late);
    seen.add("started");
    ends.leave();
    assertThat(failure.get())
        .isInstanceOfSatisfying(
            CriException.class, e -> assertThat(e.kind()).isEqualTo(CriException.Kind.UNAVAILABLE));
    assertThat(seen).containsExactly("started", "closed");
  }

  @Test
  void aCallAfterTheEndFails() {
    ends.close(LONG, () -> seen.add("closed"));
    assertThatThrownBy(() -> ends.enter("CreateContainer")).isInstanceOf(CriException.class);
  }

  private Throwable failureOfEntering() {
    try {
      ends.enter("CreateContainer");
      return new AssertionError("entered");
    } catch (CriException e) {
      return e;
    }
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
