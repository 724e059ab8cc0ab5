package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.inline;
import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.VolumeUsage;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.plugin.VolumeStats;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CsiStatsTest extends CsiSuite {
  private static final PodUid A = new PodUid("a");
  private static final PodUid B = new PodUid("b");
  private static final String NAME = "kubernetes.io/csi/" + CsiWorld.DRIVER + "^vol-1";
  private static final String PLUGIN = "kubernetes.io/csi:" + CsiWorld.DRIVER;
  private static final Filesystem FULL =
      new Filesystem(100L << 20, 70L << 20, 30L << 20, 1000, 990);

  @Test
  void driversTellHowFullTheirVolumesAreIfTheyKnow() throws IOException {
    kind.setUp(pod("a"), spec(persistent().build()));
    assertThat(kind.stats(A, "pv-1")).isEmpty();
    world.driver.abilities().add(RPC.Type.GET_VOLUME_STATS);
    assertThat(kind.stats(A, "pv-1"))
        .contains(new VolumeStats(CsiWorld.DRIVER, FULL, Optional.empty()));
    assertThat(kind.stats(B, "pv-1")).isEmpty();
  }

  @Test
  void usedInodesAreWhatTheDriverSays() throws IOException {
    world.driver.abilities().add(RPC.Type.GET_VOLUME_STATS);
    world.driver.facts.setUsages(
        List.of(
            VolumeUsage.newBuilder()
                .setUnit(VolumeUsage.Unit.INODES)
                .setTotal(100)
                .setUsed(7)
                .setAvailable(50)
                .build()));
    kind.setUp(pod("a"), spec(persistent().build()));
    assertThat(kind.stats(A, "pv-1").orElseThrow().filesystem())
        .isEqualTo(new Filesystem(0, 0, 0, 100, 50, 7));
    world.driver.facts.setUsages(List.of());
    assertThat(kind.stats(A, "pv-1")).isEmpty();
  }

  @Test
  void driversTellHowTheirVolumesAreIfTheyLookAndAreAsked() throws IOException {
    world.driver.abilities().add(RPC.Type.GET_VOLUME_STATS);
    world.driver.facts.setAbnormal("the disk is worn");
    kind.setUp(pod("a"), spec(persistent().build()));
    world.tellsHealth = true;
    CsiPlugin asking = world.agent();
    assertThat(asking.stats(A, "pv-1"))
        .contains(new VolumeStats(CsiWorld.DRIVER, FULL, Optional.empty()));
    world.driver.abilities().add(RPC.Type.VOLUME_CONDITION);
    assertThat(asking.stats(A, "pv-1"))
        .contains(
            new VolumeStats(
                CsiWorld.DRIVER,
                FULL,
                Optional.of(new VolumeStats.Condition(true, "the disk is worn"))));
    assertThat(kind.stats(A, "pv-1").orElseThrow().condition()).isEmpty();
  }

  @Test
  void volumesAreNamedAfterTheirDriverInMetricsAlsoThoseOnDisk() throws IOException {
    assertThat(kind.metricName(inline())).isEqualTo(PLUGIN);
    assertThat(kind.metricName(A, "pv-1")).isEmpty();
    kind.setUp(pod("a"), spec(persistent().build()));
    assertThat(world.agent().metricName(A, "pv-1")).contains(PLUGIN);
  }

  @Test
  void attachingAndUnstagingAreOperations() throws Exception {
    world.traits = CsiWorld.traits(true);
    kind = world.agent();
    world.attachments.put(
        new VolumeId(CsiWorld.DRIVER, "vol-1").attachmentName("node-1"), Map.of());
    assertThatThrownBy(() -> kind.setUp(pod("a"), spec(persistent().build())))
        .hasMessageContaining("volumesInUse");
    assertThat(world.meter.reported).isEmpty();
    world.inUse.written(
        new NodeBuilder()
            .withNewStatus()
            .withVolumesInUse(NAME)
            .addNewVolumesAttached("", NAME)
            .endStatus()
            .build());
    kind.setUp(pod("a"), spec(persistent().build()));
    kind.tearDown(A, "pv-1");
    world.await(() -> world.meter.reported.size() > 1);
    assertThat(world.meter.reported)
        .containsExactly("verify_controller_attached_volume " + PLUGIN, "unmount_device " + PLUGIN);
  }

  @Test
  void operationsOnVolumesOfOldKindsAreToldApart() throws Exception {
    VolumeSpec seen = spec(persistent().build());
    kind.setUp(pod("a"), new VolumeSpec(seen.volume(), seen.bound(), true));
    kind.tearDown(A, "pv-1");
    world.await(() -> !world.meter.reported.isEmpty());
    assertThat(world.meter.reported).containsExactly("unmount_device " + PLUGIN + " migrated");
  }
}
