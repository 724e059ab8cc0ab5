package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerAttributes;
import dev.jubelet.api.cri.ContainerStats;
import dev.jubelet.api.cri.FilesystemIdentifier;
import dev.jubelet.api.cri.FilesystemUsage;
import dev.jubelet.api.cri.UInt64Value;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.server.stats.LocalUsages.Used;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LocalUsagesTest {
  private static final long LAYER = 1_000_000;

  @TempDir Path directory;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> walks = new CopyOnWriteArrayList<>();
  private PodSubject pod;

  @BeforeEach
  void fill() throws IOException {
    pod = new OnePod(directory).pods().getFirst();
    Path volumes = pod.directory().resolve("volumes");
    write(volumes.resolve("kubernetes.io~empty-dir/scratch/file"), 100_000);
    write(volumes.resolve("kubernetes.io~csi/claimed/file"), 200_000);
    write(pod.logs().resolve("main/0.log"), 50_000);
    write(pod.directory().resolve("etc-hosts"), 10);
  }

  @Test
  void ofVolumesNothingElseIsLookedAt() {
    Used used = with(directory, true, u -> u.ofVolumes(pod, Set.of("scratch"), Duration.ZERO));
    assertThat(used.volumes()).containsOnlyKeys("scratch");
    assertThat(used.volumes().get("scratch")).isBetween(100_000L, 120_000L);
    assertThat(used.containers()).isEmpty();
    assertThat(used.all()).isNull();
    assertThat(used.complete()).isTrue();
    assertThat(used.took()).isPositive();
    assertThat(asked).isEmpty();
    assertThat(walks).hasSize(1);
  }

  @Test
  void aWholePodIsItsVolumesLogsAndLayers() {
    Used used = with(directory, true, u -> u.ofPod(pod, Set.of(), Duration.ZERO));
    assertThat(used.volumes().get("scratch")).isBetween(100_000L, 120_000L);
    assertThat(used.volumes()).doesNotContainKey("claimed");
    assertThat(used.containers().get("main")).isBetween(LAYER + 50_000, LAYER + 70_000);
    assertThat(used.all()).isBetween(LAYER + 150_000, LAYER + 190_000);
    assertThat(asked).contains("stats of sb1");
  }

  /** A disk that is not the node's cannot run full at the node's expense. */
  @Test
  void layersOnADiskOfTheirOwnAreNotTheContainers() {
    Used used = with(Path.of("/proc"), true, u -> u.ofPod(pod, Set.of(), Duration.ZERO));
    assertThat(used.containers().get("main")).isBetween(50_000L, 70_000L);
    assertThat(used.all()).isGreaterThan(LAYER);
  }

  @Test
  void whereTheImagesAreIsAskedOnce() {
    with(
        directory,
        true,
        u -> {
          u.ofPod(pod, Set.of(), Duration.ZERO);
          return u.ofPod(pod, Set.of(), Duration.ZERO);
        });
    assertThat(asked).containsOnlyOnce("disks");
  }

  @Test
  void volumesThatNobodyMeasuresAreNotKnown() {
    Used used = with(directory, false, u -> u.ofVolumes(pod, Set.of("scratch"), Duration.ZERO));
    assertThat(used.volumes()).isEmpty();
  }

  private Used with(Path imageDisk, boolean withVolumes, Function<LocalUsages, Used> look) {
    FilesystemUsage disk =
        FilesystemUsage.newBuilder()
            .setFsId(FilesystemIdentifier.newBuilder().setMountpoint(imageDisk.toString()))
            .build();
    ContainerStats container =
        ContainerStats.newBuilder()
            .setAttributes(ContainerAttributes.newBuilder().setId("c1"))
            .setWritableLayer(
                disk.toBuilder().setUsedBytes(UInt64Value.newBuilder().setValue(LAYER)))
            .build();
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                ProvidedVolumeStats.NONE,
                (source, took) -> walks.add(source))) {
      WritableLayers layers =
          new WritableLayers(
              sandbox -> {
                asked.add("stats of " + sandbox);
                return List.of(container);
              },
              () -> {
                asked.add("disks");
                return List.of(disk);
              },
              directory);
      return look.apply(new LocalUsages(usages, withVolumes, layers));
    }
  }

  private static void write(Path file, int bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }
}
