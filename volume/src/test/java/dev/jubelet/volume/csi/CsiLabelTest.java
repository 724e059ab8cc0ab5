package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static dev.jubelet.volume.csi.CsiWorld.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.api.csi.NodeUnstageVolumeRequest;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.driver.CsiDriverSpec;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Volumes that are mounted with a SELinux label. */
final class CsiLabelTest extends CsiSuite {
  private static final String ONE = "u:r:t:s0:c1,c2";
  private static final String OTHER = "u:r:t:s0:c3,c4";
  private static final PodUid A = new PodUid("a");

  private static VolumeSpec labelled(String label) {
    return spec(persistent().build()).mountedWith(label);
  }

  @Test
  void theDriverIsToldTheLabelAndItIsWrittenDown() throws IOException {
    kind.setUp(pod("a"), labelled(ONE));
    String option = "context=\"" + ONE + "\"";
    assertThat(
            world
                .driver
                .requests(NodeStageVolumeRequest.class)
                .getFirst()
                .getVolumeCapability()
                .getMount()
                .getMountFlagsList())
        .containsExactly("noatime", "discard", option);
    assertThat(
            world
                .driver
                .requests(NodePublishVolumeRequest.class)
                .getFirst()
                .getVolumeCapability()
                .getMount()
                .getMountFlagsList())
        .containsExactly("noatime", "discard", option);
    for (Path record : new Path[] {world.staged(), world.ofPod("a", "pv-1")}) {
      assertThat(record.resolve("vol_data.json"))
          .content()
          .contains("\"seLinuxMountContext\":\"" + ONE + "\"");
    }
  }

  @Test
  void aPodWithAnotherLabelWaitsUntilTheMountIsGone() throws IOException {
    kind.setUp(pod("a"), labelled(ONE));
    assertThatThrownBy(() -> kind.setUp(pod("b"), labelled(OTHER)))
        .hasMessageContaining("already mounted to a different pod with a different SELinux label")
        .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
    assertThat(world.ofPod("b", "pv-1")).doesNotExist();
    kind.setUp(pod("c"), labelled(ONE));
    kind.tearDown(new PodUid("c"), "pv-1");
    kind.tearDown(A, "pv-1");
    assertThat(world.woken).contains(new PodUid("b"));
    kind.setUp(pod("b"), labelled(OTHER));
    assertThat(world.driver.requests(NodeStageVolumeRequest.class).getLast().toString())
        .contains("s0:c3,c4");
  }

  @Test
  void aMountThatNobodyHasIsMadeAnewAlsoByAnotherAgent() throws Exception {
    kind.setUp(pod("a"), labelled(ONE));
    world.driver.failures.refuse("NodeUnstageVolume", Status.UNAVAILABLE);
    kind.tearDown(A, "pv-1");
    world.await(() -> !world.driver.requests(NodeUnstageVolumeRequest.class).isEmpty());
    CsiPlugin next = world.agent();
    next.setUp(pod("b"), labelled(OTHER));
    assertThat(world.driver.calls())
        .endsWith("NodeUnstageVolume vol-1", "NodeStageVolume vol-1", "NodePublishVolume vol-1");
    assertThat(world.staged().resolve("vol_data.json")).content().contains("c3,c4");
  }

  @Test
  void onlyDriversThatSaySoTakeLabels() {
    VolumeSpec volume = spec(persistent().build());
    assertThat(kind.supportsSelinuxMount(volume)).isFalse();
    CsiDriverSpec plain = CsiWorld.traits(false);
    world.traits =
        new CsiDriverSpec(
            true,
            false,
            false,
            plain.modes(),
            plain.fsGroupPolicy(),
            false,
            plain.tokens(),
            false,
            plain.allocatableUpdatePeriod(),
            true);
    assertThat(kind.supportsSelinuxMount(volume)).isTrue();
    assertThat(kind.supportsSelinuxMount(CsiWorld.inline())).isFalse();
  }
}
