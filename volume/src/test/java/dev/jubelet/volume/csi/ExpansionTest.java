package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.kind.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpansionTest {
  private static final Map<String, Object> IN_PROGRESS = ClaimGrowth.step("NodeResizeInProgress");
  private static final Map<String, Object> GROWN = ClaimGrowth.grown(new Quantity("2Gi"));

  @TempDir Path directory;
  private CsiWorld world;
  private CsiKind kind;

  @BeforeEach
  void start() {
    world = new CsiWorld(directory);
    world.driver.abilities().add(RPC.Type.EXPAND_VOLUME);
    kind = world.agent();
  }

  @AfterEach
  void end() {
    world.close();
  }

  /** Of a volume of 2 GiB. */
  private static VolumeSpec claimOf(String size) {
    PersistentVolume volume =
        persistent().editSpec().addToCapacity("storage", new Quantity("2Gi")).endSpec().build();
    return new VolumeSpec(
        new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build(),
        Optional.of(
            new VolumeSpec.Bound(
                volume,
                new PersistentVolumeClaimBuilder()
                    .withNewMetadata()
                    .withNamespace("shop")
                    .withName("claim")
                    .endMetadata()
                    .withNewStatus()
                    .addToCapacity("storage", new Quantity(size))
                    .endStatus()
                    .build())));
  }

  @Test
  void aVolumeThatHasGrownIsGrownOnTheNodeToo() throws IOException {
    Path mount = kind.setUp(pod("a"), claimOf("1Gi"));
    NodeExpandVolumeRequest request =
        world.driver.requests(NodeExpandVolumeRequest.class).getFirst();
    assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2L << 30);
    assertThat(request.getVolumePath()).isEqualTo(mount.toString());
    assertThat(request.getStagingTargetPath())
        .isEqualTo(world.staged().resolve("globalmount").toString());
    assertThat(world.claimPatches).containsExactly(IN_PROGRESS, GROWN);
  }

  @Test
  void aVolumeGrowsWhileItsPodRuns() throws IOException {
    kind.setUp(pod("a"), claimOf("2Gi"));
    kind.refresh(pod("a"), claimOf("2048Mi"));
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).isEmpty();
    kind.refresh(pod("a"), claimOf("1Gi"));
    assertThat(world.claimPatches).containsExactly(IN_PROGRESS, GROWN);
  }

  @Test
  void aDriverThatCannotGrowVolumesIsNotAsked() throws IOException {
    world.driver.abilities().remove(RPC.Type.EXPAND_VOLUME);
    kind.setUp(pod("a"), claimOf("1Gi"));
    assertThat(world.claimPatches).isEmpty();
  }

  @Test
  void whatCanNeverGrowIsToldAndUsedAsItIs() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.OUT_OF_RANGE);
    kind.setUp(pod("a"), claimOf("1Gi"));
    assertThat(world.claimPatches)
        .containsExactly(IN_PROGRESS, ClaimGrowth.step("NodeResizeInfeasible"));
  }

  @Test
  void whatCannotGrowInUseIsNotAskedAgain() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.FAILED_PRECONDITION);
    kind.setUp(pod("a"), claimOf("1Gi"));
    kind.refresh(pod("a"), claimOf("1Gi"));
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(1);
  }

  @Test
  void anyOtherFailureIsTriedAgain() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.INTERNAL.withDescription("busy"));
    assertThatThrownBy(() -> kind.setUp(pod("a"), claimOf("1Gi")))
        .isInstanceOf(VolumeException.class)
        .hasMessage("rpc error: code = Internal desc = busy");
    kind.setUp(pod("a"), claimOf("1Gi"));
    assertThat(world.claimPatches).endsWith(GROWN);
  }
}
