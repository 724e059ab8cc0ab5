package dev.jubelet.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.stats.Subjects.PodSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PodDisksTest {
  private static final FsStats NODE = new FsStats(1L, 2L, 3L, 4L, 5L, 6L);
  private static final RuntimeDisks.View NOTHING_TOLD = new RuntimeDisks.View(null, null, Map.of());

  @TempDir Path directory;

  private final List<String> sources = new CopyOnWriteArrayList<>();
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
  void logsAndVolumesOfTheNodeMakeTheEphemeralStorage() {
    PodDisks disks = measure(true);
    assertThat(disks.logs().get("main"))
        .satisfies(logs -> assertThat(logs.usedBytes()).isBetween(50_000L, 70_000L));
    assertThat(disks.volumes().keySet())
        .extracting(volume -> volume.name())
        .containsExactly("scratch", "claimed");
    FsStats ephemeral = Objects.requireNonNull(disks.ephemeral());
    assertThat(ephemeral.usedBytes()).isBetween(150_000L, 190_000L);
    assertThat(ephemeral.capacityBytes()).isEqualTo(2);
  }

  @Test
  void howEachDirectoryWasMeasuredIsTold() {
    measure(true);
    assertThat(sources).containsOnly("du").hasSizeGreaterThanOrEqualTo(4);
  }

  @Test
  void volumesAreNotMeasuredWhenThatIsSwitchedOff() {
    PodDisks disks = measure(false);
    assertThat(disks.volumes()).isEmpty();
    assertThat(Objects.requireNonNull(disks.ephemeral()).usedBytes()).isBetween(50_000L, 90_000L);
  }

  /** A link to itself cannot be looked into, as little as a mount whose server is gone. */
  @Test
  void volumesAreFoundWithoutALookAtThem() throws IOException {
    Path share = pod.directory().resolve("volumes/kubernetes.io~csi/claimed");
    Files.delete(share.resolve("file"));
    Files.delete(share);
    Files.createSymbolicLink(share, share);
    List<Path> measured = new CopyOnWriteArrayList<>();
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                path -> {
                  measured.add(path);
                  return Optional.of(NODE);
                },
                () -> new MountTable(List.of()))) {
      new PodDisks.Source(usages, true).prepare(List.of(pod));
      assertThat(measured).contains(share);
    }
  }

  @Test
  void volumesThatPodsHaveAsDevicesAreMeasuredByTheirProvidersOrTheirSize() throws IOException {
    Path csi = pod.directory().resolve("volumeDevices/kubernetes.io~csi");
    Files.delete(pod.directory().resolve("volumes/kubernetes.io~csi/claimed/file"));
    Files.delete(pod.directory().resolve("volumes/kubernetes.io~csi/claimed"));
    Path device =
        Files.createSymbolicLink(
            Files.createDirectories(csi).resolve("claimed"), Path.of("/dev/null"));
    assertThat(measure(true).volumes().keySet())
        .extracting(volume -> volume.name())
        .containsExactly("scratch");
    ProvidedVolumeStats ofDriver =
        new ProvidedVolumeStats() {
          @Override
          public boolean measures(Path volume) {
            return volume.equals(device);
          }

          @Override
          public Optional<Measured> measure(Path volume) {
            return Optional.of(new Measured("driver", new Filesystem(9, 8, 7, 6, 5, 4), null));
          }
        };
    assertThat(measure(true, ofDriver).volumes().values())
        .contains(new FsStats(8L, 9L, 7L, 5L, 6L, 4L));
  }

  private PodDisks measure(boolean withVolumes) {
    return measure(withVolumes, ProvidedVolumeStats.NONE);
  }

  private PodDisks measure(boolean withVolumes, ProvidedVolumeStats volumeStats) {
    try (SystemTimers timers = new SystemTimers();
        DiskUsages usages =
            new DiskUsages(
                timers,
                Duration.ofMinutes(1),
                volumeStats,
                (source, took) -> sources.add(source))) {
      PodDisks.Source source = new PodDisks.Source(usages, withVolumes);
      source.prepare(List.of(pod));
      return source.of(pod, NODE, NOTHING_TOLD);
    }
  }

  private static void write(Path file, int bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[bytes]);
  }
}
