package dev.jubelet.resource.eviction.pressure;

import static dev.jubelet.resource.eviction.pressure.RankedPods.MIB;
import static dev.jubelet.resource.eviction.pressure.RankedPods.memory;
import static dev.jubelet.resource.eviction.pressure.RankedPods.names;
import static dev.jubelet.resource.eviction.pressure.RankedPods.pod;
import static dev.jubelet.resource.eviction.pressure.RankedPods.using;
import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.resource.eviction.pressure.PodUsage.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankingTest {
  @Test
  void unknownThenGreedyThenPriorityThenUse() {
    List<PodUsage> pods =
        List.of(
            memory(pod("modest", 0, "200Mi"), 100 * MIB),
            memory(pod("high", 10, "100Mi"), 900 * MIB),
            memory(pod("little-over", 0, "100Mi"), 110 * MIB),
            memory(pod("far-over", 0, "100Mi"), 300 * MIB),
            new PodUsage(pod("unknown", 1000, ""), Optional.empty()),
            memory(pod("important-but-modest", 5, "1Gi"), 900 * MIB));
    assertThat(names(Ranking.order(NodeSignal.MEMORY, DiskLayout.SINGLE, pods)))
        .containsExactly(
            "unknown", "far-over", "little-over", "high", "modest", "important-but-modest");
  }

  /** The order of fifty pods does not hang on the order in which they are listed. */
  @Test
  void fiftyPodsHaveOneOrder() {
    List<PodUsage> pods = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int priority = new int[] {0, 10, 1000, 2_000_000_000}[i % 4];
      String request = i % 3 == 0 ? "" : "100Mi";
      pods.add(memory(pod("p" + i, priority, request), (i + 1) * (7 * MIB)));
    }
    List<String> expected = names(Ranking.order(NodeSignal.MEMORY, DiskLayout.SINGLE, pods));
    Random random = new Random(7);
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(pods, random);
      assertThat(names(Ranking.order(NodeSignal.MEMORY, DiskLayout.SINGLE, pods)))
          .isEqualTo(expected);
    }
    assertThat(expected.getFirst()).isEqualTo("p48");
    assertThat(expected.getLast()).isEqualTo("p7");
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, nodefs.available, volumes rootfs logs",
    "DEDICATED_IMAGES, nodefs.available, volumes logs rootfs",
    "DEDICATED_IMAGES, imagefs.available, rootfs logs volumes",
    "DEDICATED_IMAGES, containerfs.available, rootfs logs volumes",
    "SPLIT, containerfs.available, volumes rootfs logs",
    "SPLIT, imagefs.available, logs rootfs volumes",
  })
  void onlyWhatIsOnTheDiskCounts(DiskLayout layout, String signal, String expected) {
    Files none = Files.NONE;
    List<PodUsage> pods =
        List.of(
            using(pod("logs", 0, ""), 0, 0, none, none, new Files(10, 1)),
            using(pod("rootfs", 0, ""), 0, 0, none, new Files(20, 1), none),
            using(pod("volumes", 0, ""), 0, 0, new Files(30, 1), none, none));
    assertThat(
            String.join(
                " ", names(Ranking.order(NodeSignal.of(signal).orElseThrow(), layout, pods))))
        .isEqualTo(expected);
  }

  @Test
  void processesAreNotAskedFor() {
    Files none = Files.NONE;
    List<PodUsage> pods =
        List.of(
            using(pod("important", 10, ""), 0, 9000, none, none, none),
            using(pod("few", 0, ""), 0, 3, none, none, none),
            using(pod("many", 0, ""), 0, 800, none, none, none));
    assertThat(names(Ranking.order(NodeSignal.PIDS, DiskLayout.SINGLE, pods)))
        .containsExactly("many", "few", "important");
  }

  @Test
  void anyInodeIsMoreThanWasAskedFor() {
    Files none = Files.NONE;
    List<PodUsage> pods =
        List.of(
            using(pod("none", 0, "1Gi"), 0, 0, none, none, none),
            using(pod("some", 5, ""), 0, 0, new Files(0, 4), none, none));
    assertThat(names(Ranking.order(NodeSignal.NODE_INODES, DiskLayout.SINGLE, pods)))
        .containsExactly("some", "none");
  }
}
