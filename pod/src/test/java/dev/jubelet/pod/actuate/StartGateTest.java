package dev.jubelet.pod.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.actuate.StartGate.Pass;
import dev.jubelet.pod.actuate.StartGate.Turn;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class StartGateTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ManualTimers timers = new ManualTimers();
  private final StartGate gate = new StartGate(1, PATIENCE, timers);
  private final BlockingQueue<String> entered = new LinkedBlockingQueue<>();

  @Test
  void whoContinuesAPodGoesBeforeWhoBeginsOne() throws Exception {
    Pass first = gate.enter(Turn.BEGIN, () -> {});
    Thread begins = enter("begin", Turn.BEGIN);
    awaitWaiting(begins);
    Thread continues = enter("continue", Turn.CONTINUE);
    awaitWaiting(continues);
    first.close();
    assertThat(next()).isEqualTo("continue");
    assertThat(next()).isEqualTo("begin");
  }

  @Test
  void aStartThatHangsDoesNotHoldUpOthersForLong() throws Exception {
    Pass hangs = gate.enter(Turn.BEGIN, () -> {});
    Thread other = enter("other", Turn.BEGIN);
    awaitWaiting(other);
    assertThat(entered).isEmpty();
    timers.advance(PATIENCE);
    assertThat(next()).isEqualTo("other");
    hangs.close();
    other.join();
    assertThat(timers.pending()).isZero();
    gate.enter(Turn.BEGIN, () -> {}).close();
  }

  @Test
  void whoGivesUpTakesNoPlace() throws Exception {
    Pass first = gate.enter(Turn.BEGIN, () -> {});
    Thread impatient = enter("impatient", Turn.BEGIN);
    awaitWaiting(impatient);
    impatient.interrupt();
    assertThat(next()).isEqualTo("impatient CANCELLED");
    first.close();
    gate.enter(Turn.BEGIN, () -> {}).close();
  }

  private Thread enter(String name, Turn turn) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try (Pass _ = gate.enter(turn, () -> {})) {
                entered.add(name);
              } catch (CriException e) {
                entered.add(name + " " + e.kind());
              }
            });
  }

  private String next() throws InterruptedException {
    return String.valueOf(entered.poll(20, TimeUnit.SECONDS));
  }

  private static void awaitWaiting(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (thread.getState() != Thread.State.WAITING) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
