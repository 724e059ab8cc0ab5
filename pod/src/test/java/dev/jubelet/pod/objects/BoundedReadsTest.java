package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class BoundedReadsTest {
  @Test
  void noMoreThanTheLimitAreReadAtATime() throws InterruptedException {
    BoundedReads reads = new BoundedReads(2);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    // Two at a time meet here: a limit of one would hang, one above two shows in the count.
    Phaser pairs = new Phaser(2);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.startVirtualThread(
              () ->
                  reads.read(
                      () -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        pairs.arriveAndAwaitAdvance();
                        return now.decrementAndGet();
                      })));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(most).hasValue(2);
  }
}
