package dev.jubelet.volume.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.PluginLabel;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AttachableVolumesTest {
  private static final PodUid ONE = new PodUid("1");
  private static final PodUid TWO = new PodUid("2");
  private static final PluginLabel LABEL = PluginLabel.of("kubernetes.io/disk");

  private final AttachingWorld world = new AttachingWorld();
  private final AttachableVolumes volumes = world.start();

  @ParameterizedTest
  @CsvSource(
      nullValues = "goes on",
      value = {
        "controllers, false, false, the Node object does not name it in volumesInUse yet",
        "controllers, false, true, the Node object does not name it in volumesInUse yet",
        "controllers, true, false, it is not attached to the node yet",
        "controllers, true, true, goes on",
        "agent, false, false, goes on",
      })
  void aPodWaitsForWhatTheNodeObjectSays(
      String attacher, boolean reported, boolean attached, @Nullable String waitsFor) {
    volumes
        .inUse()
        .written(
            new NodeBuilder()
                .withNewStatus()
                .withVolumesInUse(reported ? List.of("v") : List.of())
                .withVolumesAttached(attached ? List.of(new AttachedVolume("", "v")) : List.of())
                .endStatus()
                .build());
    AttachableVolumes asked =
        attacher.equals("agent") ? volumes.attachedBy(new Attacher.Kubelet("node")) : volumes;
    if (waitsFor == null) {
      assertThatCode(() -> asked.requireAttached(ONE, "v", LABEL)).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(() -> asked.requireAttached(ONE, "v", LABEL))
          .hasMessage(waitsFor)
          .isInstanceOfSatisfying(VolumeException.class, e -> assertThat(e.isWaiting()).isTrue());
    }
  }

  @Test
  void onlyAWaitThatIsOverIsAnOperation() throws IOException {
    volumes.want(ONE, "data", "v");
    assertThatThrownBy(() -> volumes.requireAttached(ONE, "v", LABEL))
        .isInstanceOf(VolumeException.class);
    world.attached("v", "");
    assertThat(world.woken).containsExactly(ONE);
    volumes.requireAttached(ONE, "v", LABEL);
    assertThat(world.meter.reported)
        .containsExactly("verify_controller_attached_volume kubernetes.io/disk");
  }

  @Test
  void aUseThatBeginsAnewHasToBeToldAnew() throws IOException {
    Node earlier =
        new NodeBuilder()
            .withNewStatus()
            .withVolumesInUse("v")
            .withVolumesAttached(new AttachedVolume("", "v"))
            .endStatus()
            .build();
    volumes.want(ONE, "data", "v");
    volumes.inUse().written(earlier);
    volumes.requireAttached(ONE, "v", LABEL);
    volumes.release(ONE, "data");
    volumes.want(TWO, "data", "v");
    // A write of ours may be on its way that takes the volume out.
    volumes.inUse().seen(earlier);
    assertThatThrownBy(() -> volumes.requireAttached(TWO, "v", LABEL))
        .hasMessageContaining("volumesInUse");
    volumes.inUse().written(earlier);
    assertThat(world.woken).contains(TWO);
    volumes.requireAttached(TWO, "v", LABEL);
  }

  @Test
  void aVolumeIsInUseUntilNeitherPodsNorTheNodeHaveIt() {
    volumes.want(ONE, "data", "v");
    volumes.want(TWO, "data", "v");
    volumes.holdForNode("place", "v");
    volumes.holdForNode("other place", "v");
    volumes.release(ONE, "data");
    volumes.release(TWO, "data");
    volumes.releaseFromNode("place");
    assertThat(world.inUse()).containsExactly("v");
    volumes.releaseFromNode("other place");
    assertThat(world.inUse()).isEmpty();
  }

  @Test
  void aPodLetsGoOfOneVolumeOrOfAll() {
    volumes.want(ONE, "a", "v");
    volumes.want(ONE, "b", "w");
    volumes.want(ONE, "c", "x");
    volumes.want(TWO, "c", "x");
    volumes.release(ONE, "a");
    assertThat(world.inUse()).containsExactly("w", "x");
    volumes.releaseAll(ONE);
    assertThat(world.inUse()).containsExactly("x");
  }
}
