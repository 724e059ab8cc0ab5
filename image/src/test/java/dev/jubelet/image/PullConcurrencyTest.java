package dev.jubelet.image;

import static dev.jubelet.image.PullFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.pod.model.ImageOutcome;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pulls of the fake runtime block here until the test lets one go on. */
@Timeout(20)
class PullConcurrencyTest {

  /** One pod's wish for an image, on a thread of its own. */
  private static final class Wish {
    final BlockingQueue<String> waits = new LinkedBlockingQueue<>();
    final BlockingQueue<Object> ended = new LinkedBlockingQueue<>();
    final Thread thread;

    Wish(PullFixture fixture, Pod pod) {
      thread = Thread.ofVirtual().start(() -> ended.add(outcome(fixture, pod)));
    }

    private Object outcome(PullFixture fixture, Pod pod) {
      try {
        return fixture.ensure(pod, waits::add);
      } catch (CriException e) {
        return e.kind() + (Thread.currentThread().isInterrupted() ? ", interrupted" : "");
      }
    }
  }

  private final Semaphore begun = new Semaphore(0);
  private final Semaphore letGo = new Semaphore(0);

  private PullFixture fixture(PullSettings settings) {
    PullFixture fixture = new PullFixture(settings);
    fixture.cri.script().before("PullImage", this::block);
    return fixture;
  }

  private void block() {
    begun.release();
    try {
      letGo.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(CriException.Kind.CANCELLED, "PullImage", "interrupted");
    }
  }

  private static List<String> pulled(PullFixture fixture) {
    return fixture.cri.script().requests(PullImageRequest.class).stream()
        .map(r -> r.getImage().getImage())
        .toList();
  }

  @Test
  void pullsGoOneAfterAnotherAndTellThatTheyWait() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    Wish second = new Wish(fixture, pod("2", "b", "Always"));
    assertThat(second.waits.take()).isEqualTo("the pull queue");
    assertThat(pulled(fixture)).containsExactly("a:latest");
    letGo.release(2);
    assertThat(first.ended.take()).isInstanceOf(ImageOutcome.Present.class);
    assertThat(second.ended.take()).isInstanceOf(ImageOutcome.Present.class);
    assertThat(first.waits).isEmpty();
  }

  @Test
  void theTimeInTheQueueIsToldApart() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    Wish second = new Wish(fixture, pod("2", "b", "Always"));
    second.waits.take();
    fixture.timers.advance(Duration.ofSeconds(3));
    letGo.release(2);
    first.ended.take();
    second.ended.take();
    assertThat(fixture.told())
        .anyMatch(t -> t.contains("pulled image \"b\" in 0s (3s including waiting)"));
  }

  @Test
  void severalMayRunAtATimeUpToTheLimit() throws InterruptedException {
    PullFixture fixture = fixture(new PullSettings(false, 2, 0, 0));
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    Wish second = new Wish(fixture, pod("2", "b", "Always"));
    begun.acquire(2);
    Wish third = new Wish(fixture, pod("3", "c", "Always"));
    assertThat(third.waits.take()).isEqualTo("the pull queue");
    assertThat(begun.tryAcquire()).isFalse();
    letGo.release(3);
    assertThat(first.ended.take()).isInstanceOf(ImageOutcome.Present.class);
    assertThat(second.ended.take()).isInstanceOf(ImageOutcome.Present.class);
    assertThat(third.ended.take()).isInstanceOf(ImageOutcome.Present.class);
  }

  @Test
  void podsThatWantTheSameImageShareOnePull() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    Wish second = new Wish(fixture, pod("2", "a:latest", "Always"));
    assertThat(second.waits.take()).isEqualTo("another pod's pull of the same image");
    letGo.release();
    assertThat(second.ended.take()).isEqualTo(first.ended.take());
    assertThat(pulled(fixture)).containsExactly("a:latest");
  }

  @Test
  void anInterruptEndsThePullAtOnceAndCountsAsNoFailure() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish wish = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    wish.thread.interrupt();
    assertThat(wish.ended.take()).isEqualTo("CANCELLED, interrupted");
    assertThat(fixture.told()).containsExactly("Pulling: Pulling image \"a\"");
    letGo.release();
    assertThat(new Wish(fixture, pod("1", "a", "Always")).ended.poll(10, TimeUnit.SECONDS))
        .isInstanceOf(ImageOutcome.Present.class);
  }

  @Test
  void anInterruptEndsTheWaitInTheQueue() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    Wish second = new Wish(fixture, pod("2", "b", "Always"));
    second.waits.take();
    second.thread.interrupt();
    assertThat(second.ended.take()).isEqualTo("CANCELLED, interrupted");
    letGo.release();
    assertThat(first.ended.take()).isInstanceOf(ImageOutcome.Present.class);
  }

  @Test
  void whenTheOneThatPullsGivesUpAnotherTakesOver() throws InterruptedException {
    PullFixture fixture = fixture(PullFixture.SERIAL);
    Wish first = new Wish(fixture, pod("1", "a", "Always"));
    begun.acquire();
    Wish second = new Wish(fixture, pod("2", "a", "Always"));
    second.waits.take();
    first.thread.interrupt();
    assertThat(first.ended.take()).isEqualTo("CANCELLED, interrupted");
    begun.acquire();
    letGo.release();
    assertThat(second.ended.take()).isInstanceOf(ImageOutcome.Present.class);
    assertThat(pulled(fixture)).containsExactly("a:latest", "a:latest");
  }
}
