package dev.jubelet.app.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Lane;
import dev.jubelet.testing.time.ManualTimers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapTrimmerTest {
  private final FakeHeap heap = new FakeHeap();
  private final HeapTrimmer trimmer = new HeapTrimmer(heap, new ManualTimers());

  /** Gives back what it can, as far as {@code shrinks} allows. */
  private static final class FakeHeap implements HeapTrimmer.Heap {
    int live = 20;
    int used = 20;
    int committed = 24;
    boolean shrinks = true;
    int collections;

    @Override
    public long used() {
      return (long) used << 20;
    }

    @Override
    public long committed() {
      return (long) committed << 20;
    }

    @Override
    public void collect() {
      collections++;
      used = live;
      committed = shrinks ? live + 4 : committed;
    }

    void growTo(int megabytes) {
      used = megabytes;
      committed = megabytes;
    }
  }

  private void look() {
    assertThat(trimmer.look()).isEqualTo(new Lane.Next.After(Duration.ofSeconds(5)));
  }

  @Test
  void aSmallHeapIsLeftAlone() {
    for (int committed = 24; committed <= 64; committed++) {
      heap.growTo(committed);
      look();
    }
    assertThat(heap.collections).isZero();
  }

  @Test
  void garbageGoesBeforeTheHeapIsLarge() {
    heap.growTo(65);
    look();
    assertThat(heap.collections).isEqualTo(1);
    assertThat(heap.committed).isEqualTo(24);
  }

  @Test
  void aHeapThatIsInUseMayGrowByHalfBeforeTheNextCollection() {
    heap.live = 300;
    heap.growTo(310);
    look();
    heap.growTo(450);
    look();
    assertThat(heap.collections).isEqualTo(1);
    heap.growTo(451);
    look();
    assertThat(heap.collections).isEqualTo(2);
  }

  @Test
  void aHeapThatDoesNotShrinkIsNotCollectedAgainAndAgain() {
    heap.shrinks = false;
    heap.growTo(100);
    look();
    look();
    assertThat(heap.collections).isEqualTo(1);
    heap.growTo(110);
    look();
    assertThat(heap.collections).isEqualTo(2);
  }

  @Test
  void itEndsWhenItIsClosed() {
    trimmer.close();
    heap.growTo(100);
    assertThat(trimmer.look()).isEqualTo(Lane.Next.DONE);
    assertThat(heap.collections).isZero();
  }
}
