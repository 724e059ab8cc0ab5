package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.host.MountTable.Mount;
import dev.jubelet.testing.time.ManualTimers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class DiskUsagesTest {
  private static final Path TREE = Path.of("/tree");
  private static final FsStats FOUND = new FsStats(1L, 2L, 3L, 4L, 5L, 6L);
  private static final MountTable NO_MOUNTS = new MountTable(List.of());

  @Test
  void aTreeIsWalkedOnceInAPeriod() {
    ManualTimers timers = new ManualTimers();
    AtomicInteger walks = new AtomicInteger();
    try (DiskUsages usages =
        new DiskUsages(
            timers,
            Duration.ofMinutes(1),
            path -> {
              walks.incrementAndGet();
              return Optional.of(FOUND);
            },
            () -> NO_MOUNTS)) {
      usages.prepare(List.of(TREE));
      usages.prepare(List.of(TREE));
      assertThat(usages.of(TREE)).contains(FOUND);
      assertThat(walks).hasValue(1);
      timers.advance(Duration.ofSeconds(61));
      usages.prepare(List.of(TREE));
      assertThat(walks).hasValue(2);
    }
  }

  @Test
  void aTreeThatTakesLongIsNotWaitedForAndAnsweredLater() throws InterruptedException {
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch walked = new CountDownLatch(1);
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                path -> {
                  await(go);
                  walked.countDown();
                  return Optional.of(FOUND);
                },
                () -> NO_MOUNTS)) {
      usages.prepare(List.of(TREE));
      assertThat(usages.of(TREE)).isEmpty();
      go.countDown();
      walked.await();
      usages.prepare(List.of(TREE));
      assertThat(usages.of(TREE)).contains(FOUND);
    }
  }

  @Test
  void whoeverWantsToKnowItNowHasItWalkedNow() {
    ManualTimers timers = new ManualTimers();
    AtomicInteger walks = new AtomicInteger();
    try (DiskUsages usages =
        new DiskUsages(
            timers,
            Duration.ofMinutes(1),
            path -> {
              walks.incrementAndGet();
              timers.advance(Duration.ofMillis(20));
              return Optional.of(FOUND);
            },
            DiskUsagesTest::unread)) {
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ZERO)).isTrue();
      assertThat(usages.took(TREE)).isEqualTo(Duration.ofMillis(20));
      timers.advance(Duration.ofSeconds(1));
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ofSeconds(5))).isTrue();
      assertThat(walks).hasValue(1);
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ZERO)).isTrue();
      assertThat(walks).hasValue(2);
    }
  }

  private static MountTable unread() {
    throw new AssertionError("the mounts of a node are many");
  }

  @Test
  void aTreeThatIsStillWalkedIsNotWalkedBesides() {
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger walks = new AtomicInteger();
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                path -> {
                  walks.incrementAndGet();
                  await(go);
                  return Optional.of(FOUND);
                },
                () -> NO_MOUNTS)) {
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ZERO)).isFalse();
      assertThat(usages.took(TREE)).isZero();
      go.countDown();
      while (usages.of(TREE).isEmpty()) {
        Thread.onSpinWait();
      }
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ofMinutes(5))).isTrue();
      assertThat(walks).hasValue(1);
    }
  }

  @Test
  void aTreeThatNobodyAsksForIsForgotten() {
    ManualTimers timers = new ManualTimers();
    try (DiskUsages usages =
        new DiskUsages(
            timers, Duration.ofMinutes(1), path -> Optional.of(FOUND), () -> NO_MOUNTS)) {
      usages.prepare(List.of(TREE));
      timers.advance(Duration.ofMinutes(11));
      usages.prepare(List.of(Path.of("/other")));
      assertThat(usages.of(TREE)).isEmpty();
    }
  }

  @Test
  void treesThatAreKnownToTakeLongDoNotHoldUpOthers() {
    List<Path> large = List.of(Path.of("/large/a"), Path.of("/large/b"), Path.of("/large/c"));
    ManualTimers timers = new ManualTimers();
    AtomicInteger walks = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    try (DiskUsages usages =
        new DiskUsages(
            timers,
            Duration.ofMinutes(1),
            path -> {
              if (large.contains(path) && walks.incrementAndGet() > large.size()) {
                again.countDown();
                await(never);
              } else if (large.contains(path)) {
                timers.advance(Duration.ofSeconds(10));
              }
              return Optional.of(FOUND);
            },
            () -> NO_MOUNTS)) {
      usages.prepare(large);
      while (large.stream().anyMatch(path -> usages.of(path).isEmpty())) {
        Thread.onSpinWait();
      }
      timers.advance(Duration.ofMinutes(2));
      assertThat(usages.prepareOwn(large, Duration.ZERO)).isFalse();
      await(again);
      assertThat(usages.prepareOwn(List.of(TREE), Duration.ZERO)).isTrue();
      never.countDown();
    }
  }

  @Test
  void mountsThatHangDoNotHoldUpTrees() {
    List<Path> hung = List.of(Path.of("/mnt/a"), Path.of("/mnt/b"), Path.of("/mnt/c"));
    MountTable table = new MountTable(hung.stream().map(p -> new Mount(p, "nfs4")).toList());
    CountDownLatch never = new CountDownLatch(1);
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                path -> {
                  if (hung.contains(path)) {
                    await(never);
                  }
                  return Optional.of(FOUND);
                },
                () -> table)) {
      usages.prepare(hung);
      usages.prepare(List.of(TREE));
      assertThat(usages.of(TREE)).contains(FOUND);
      assertThat(usages.of(hung.getFirst())).isEmpty();
      never.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
