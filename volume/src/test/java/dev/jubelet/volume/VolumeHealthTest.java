package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.plugin.VolumeStats;
import dev.jubelet.volume.projection.ClusterSources;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VolumeHealthTest {
  private static final Filesystem FULL = new Filesystem(5, 4, 3, 2, 1);
  private static final Pod POD =
      new PodBuilder()
          .withNewMetadata()
          .withName("web")
          .withNamespace("shop")
          .withUid("u1")
          .endMetadata()
          .withNewSpec()
          .addNewVolume()
          .withName("data")
          .withNewCsi()
          .withDriver("disk")
          .endCsi()
          .endVolume()
          .endSpec()
          .build();

  @TempDir Path root;
  private final ManualTimers timers = new ManualTimers();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private Optional<VolumeStats.Condition> condition = Optional.empty();

  /** Volumes of which nothing but figures is asked. */
  private final class Kind implements VolumePlugin {
    @Override
    public String escapedName() {
      return "kubernetes.io~csi";
    }

    @Override
    public boolean handles(VolumeSpec volume) {
      return false;
    }

    @Override
    public Path setUp(Pod pod, VolumeSpec volume) {
      throw new IllegalStateException("not asked");
    }

    @Override
    public boolean providesStats() {
      return true;
    }

    @Override
    public Optional<VolumeStats> stats(PodUid pod, String name) {
      return Optional.of(new VolumeStats("disk", FULL, condition));
    }

    @Override
    public void tearDown(PodUid pod, String name) {
      throw new IllegalStateException("not asked");
    }
  }

  private VolumeHealth health() {
    PodVolumes volumes =
        new PodVolumes(
            new VolumeConfig(
                root,
                ObjectValues.NONE,
                ClusterSources.NONE,
                new VolumePlugins(Claims.NONE, List.of(new Kind())),
                Map::of,
                timers,
                VolumeConfig.Reporting.NOBODY,
                VolumeConfig.SelinuxMounts.NONE));
    return new VolumeHealth(
        volumes,
        uid -> Optional.of(POD).filter(pod -> PodUid.of(pod).equals(uid)),
        (pod, reason, message) -> events.add(reason + " " + PodUid.of(pod) + ": " + message));
  }

  private Path volume(String pod) {
    return root.resolve("pods").resolve(pod).resolve("volumes/kubernetes.io~csi/data");
  }

  @Test
  void healthIsTheDriversToTell() {
    assertThat(
            health()
                .measure(volume("u1"))
                .orElseThrow()
                .condition()
                .map(VolumeStats.Condition::abnormal)
                .orElse(null))
        .isNull();
    condition = Optional.of(new VolumeStats.Condition(false, "all is well"));
    assertThat(
            health()
                .measure(volume("u1"))
                .orElseThrow()
                .condition()
                .map(VolumeStats.Condition::abnormal)
                .orElse(null))
        .isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void aPodHearsThatSomethingIsWrongWithItsVolume() {
    condition = Optional.of(new VolumeStats.Condition(true, "the disk is worn"));
    assertThat(
            health()
                .measure(volume("u1"))
                .orElseThrow()
                .condition()
                .map(VolumeStats.Condition::abnormal)
                .orElse(null))
        .isTrue();
    assertThat(
            health()
                .measure(volume("unknown"))
                .orElseThrow()
                .condition()
                .map(VolumeStats.Condition::abnormal)
                .orElse(null))
        .isTrue();
    assertThat(events).containsExactly("VolumeConditionAbnormal u1: Volume data: the disk is worn");
  }
}
