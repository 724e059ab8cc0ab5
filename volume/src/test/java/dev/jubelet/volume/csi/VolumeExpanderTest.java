package dev.jubelet.volume.csi;

import static dev.jubelet.volume.csi.CsiWorld.persistent;
import static dev.jubelet.volume.csi.CsiWorld.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodeExpandVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeExpanderTest {
  private static final String INFEASIBLE =
      "allocatedResourceStatuses={storage=NodeResizeInfeasible}";
  private static final Quantity TWO = new Quantity("2Gi");

  @TempDir Path directory;
  private CsiWorld world;
  private CsiPlugin kind;

  @BeforeEach
  void start() {
    world = new CsiWorld(directory);
    world.driver.abilities().add(RPC.Type.EXPAND_VOLUME);
    world.patched = claim("1Gi", "NodeResizeInProgress");
    kind = world.agent();
  }

  @AfterEach
  void end() {
    world.close();
  }

  /** Of that size, on the way to 2 GiB; one without a step is of an old controller. */
  private static PersistentVolumeClaim claim(String size, String step) {
    PersistentVolumeClaimBuilder claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withNamespace("shop")
            .withName("claim")
            .withUid("claim-uid")
            .withResourceVersion(step.isEmpty() ? null : step)
            .endMetadata()
            .withNewSpec()
            .withAccessModes("ReadWriteMany")
            .withNewResources()
            .addToRequests("storage", TWO)
            .endResources()
            .endSpec()
            .withNewStatus()
            .addToCapacity("storage", new Quantity(size))
            .endStatus();
    if (!step.isEmpty()) {
      claim
          .editStatus()
          .addToAllocatedResources("storage", TWO)
          .addToAllocatedResourceStatuses("storage", step)
          .endStatus();
    }
    return claim.build();
  }

  /** Of a volume of 2 GiB. */
  private static VolumeSpec of(PersistentVolumeClaim claim) {
    PersistentVolume volume =
        persistent().editSpec().addToCapacity("storage", TWO).endSpec().build();
    return new VolumeSpec(
        new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build(),
        Optional.of(new VolumeSpec.Bound(volume, claim)));
  }

  private static VolumeSpec pending() {
    return of(claim("1Gi", "NodeResizePending"));
  }

  private static VolumeSpec ofOldController(String size) {
    return of(claim(size, ""));
  }

  private static Map<String, Object> begun() {
    return Map.of(
        "metadata",
        Map.of("resourceVersion", "NodeResizePending"),
        "status",
        Map.of("allocatedResourceStatuses", Map.of("storage", "NodeResizeInProgress")));
  }

  /** From the claim as it was when the growth had begun. */
  private static Map<String, Object> grown() {
    return Map.of("metadata", Map.of("resourceVersion", "NodeResizeInProgress"), "status", ofTwo());
  }

  private static Map<String, Object> ofTwo() {
    return Map.of(
        "capacity",
        Map.of("storage", TWO),
        "allocatedResourceStatuses",
        Collections.<String, @Nullable Object>singletonMap("storage", null),
        "conditions",
        Stream.of("FileSystemResizePending", "Resizing", "ControllerResizeError", "NodeResizeError")
            .map(type -> Map.of("type", type, "$patch", "delete"))
            .toList());
  }

  private static String status(Map<String, Object> patch) {
    return String.valueOf(patch.get("status"));
  }

  private List<String> told() {
    return world.events.stream()
        .map(event -> (event.claim() == null ? "pod " : "claim ") + event.reason())
        .toList();
  }

  @Test
  void aVolumeThatHasGrownIsGrownOnTheNodeToo() throws IOException {
    Path mount = kind.setUp(pod("a"), pending());
    NodeExpandVolumeRequest request =
        world.driver.requests(NodeExpandVolumeRequest.class).getFirst();
    assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2L << 30);
    assertThat(request.getVolumePath()).isEqualTo(mount.toString());
    assertThat(request.getStagingTargetPath())
        .isEqualTo(world.staged().resolve("globalmount").toString());
    assertThat(world.claimPatches).containsExactly(begun(), grown());
    assertThat(told())
        .containsExactly("pod FileSystemResizeSuccessful", "claim FileSystemResizeSuccessful");
    assertThat(world.events.getFirst().message())
        .isEqualTo("MountVolume.NodeExpandVolume succeeded for volume \"pv-1\" node-1");
  }

  @Test
  void aVolumeGrowsWhileItsPodRuns() throws IOException {
    kind.setUp(pod("a"), of(claim("2Gi", "")));
    kind.refresh(pod("a"), of(claim("2048Mi", "")));
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).isEmpty();
    kind.refresh(pod("a"), pending());
    assertThat(world.claimPatches).containsExactly(begun(), grown());
    assertThat(world.meter.reported)
        .containsExactly("volume_fs_resize kubernetes.io/csi:" + CsiWorld.DRIVER);
  }

  @Test
  void aNodeThatSharesTheVolumeFollowsTheOneThatToldTheClaim() throws IOException {
    kind.setUp(pod("a"), of(claim("1Gi", "ControllerResizeInProgress")));
    PersistentVolumeClaim done =
        new PersistentVolumeClaimBuilder(claim("2Gi", "x"))
            .editStatus()
            .withAllocatedResourceStatuses(Map.of())
            .endStatus()
            .build();
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).isEmpty();
    kind.refresh(pod("a"), of(claim("1Gi", "ControllerResizeInProgress")));
    kind.refresh(pod("a"), of(done));
    kind.refresh(pod("a"), of(done));
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(1);
    assertThat(world.claimPatches).isEmpty();
  }

  @Test
  void theClaimOfAnOldControllerIsToldItsSizeOnly() throws IOException {
    kind.setUp(pod("a"), ofOldController("1Gi"));
    assertThat(world.claimPatches).containsExactly(Map.of("status", ofTwo()));
  }

  @Test
  void aDriverThatCannotGrowVolumesIsNotAsked() throws IOException {
    world.driver.abilities().remove(RPC.Type.EXPAND_VOLUME);
    kind.setUp(pod("a"), pending());
    assertThat(world.claimPatches).isEmpty();
  }

  @Test
  void whatCanNeverGrowIsToldAndUsedAsItIs() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.OUT_OF_RANGE.withDescription("big"));
    kind.setUp(pod("a"), pending());
    assertThat(world.claimPatches).hasSize(2);
    assertThat(status(world.claimPatches.getLast())).contains(INFEASIBLE);
    assertThat(status(world.claimPatches.getLast()))
        .contains(
            "type=NodeResizeError",
            "status=True",
            "failed to expand pvc with Expander.NodeExpand failed to expand the volume"
                + " rpc error: code = OutOfRange desc = big");
    assertThat(told()).containsExactly("pod VolumeResizeFailed");
    kind.refresh(pod("a"), of(claim("1Gi", "NodeResizeInfeasible")));
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(1);
  }

  @Test
  void whatCannotGrowInUseIsNotAskedAgainUntilItWasAway() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.FAILED_PRECONDITION);
    kind.setUp(pod("a"), pending());
    kind.refresh(pod("a"), pending());
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(1);
    kind.tearDown(new PodUid("a"), "pv-1");
    kind.setUp(pod("a"), pending());
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(2);
  }

  @Test
  void anyOtherFailureIsToldTheClaimAndTriedAgain() throws IOException {
    world.driver.failures.refuse("NodeExpandVolume", Status.INTERNAL.withDescription("busy"));
    assertThatThrownBy(() -> kind.setUp(pod("a"), pending()))
        .isInstanceOf(VolumeException.class)
        .hasMessage("rpc error: code = Internal desc = busy");
    assertThat(status(world.claimPatches.getLast()))
        .contains("NodeResizeError")
        .doesNotContain("storage");
    kind.setUp(pod("a"), pending());
    assertThat(world.claimPatches).endsWith(grown());
  }

  @Test
  void aPodThatRunsHearsOfAFailureAndKeepsItsVolume() throws IOException {
    kind.setUp(pod("a"), of(claim("2Gi", "")));
    world.driver.failures.refuse("NodeExpandVolume", Status.UNAVAILABLE.withDescription("away"));
    kind.refresh(pod("a"), pending());
    assertThat(world.claimPatches).containsExactly(begun());
    assertThat(world.events)
        .extracting(NodeEvent::message)
        .containsExactly(
            "NodeExpandVolume.NodeExpandVolume failed for volume \"pv-1\" : rpc error: code ="
                + " Unavailable desc = away");
  }

  @Test
  void aFailureBecomesFinalWhenTheOwnerWantsAnotherSizeByThen() throws IOException {
    PersistentVolumeClaim smaller =
        new PersistentVolumeClaimBuilder(claim("1Gi", "NodeResizeInProgress"))
            .editSpec()
            .withNewResources()
            .addToRequests("storage", new Quantity("1536Mi"))
            .endResources()
            .endSpec()
            .build();
    kind.setUp(pod("a"), of(claim("2Gi", "")));
    for (int i = 0; i < 2; i++) {
      world.driver.failures.refuse("NodeExpandVolume", Status.INTERNAL);
      kind.refresh(pod("a"), of(smaller));
    }
    assertThat(world.claimPatches).hasSize(2);
    assertThat(status(world.claimPatches.getFirst()))
        .contains("NodeResizeError")
        .doesNotContain("storage");
    assertThat(status(world.claimPatches.getLast())).contains(INFEASIBLE);
  }

  @Test
  void aVolumeThatCannotBeWrittenStaysAsItIs() throws IOException {
    VolumeSpec spec = pending();
    spec.volume().getPersistentVolumeClaim().setReadOnly(true);
    kind.setUp(pod("a"), spec);
    kind.refresh(pod("a"), spec);
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).isEmpty();
    assertThat(told())
        .containsExactly("pod FileSystemResizeFailed", "claim FileSystemResizeFailed");
  }

  @Test
  void aPodThatOnlyReadsAVolumeDoesNotKeepItFromGrowingForOthers() throws IOException {
    VolumeSpec reading = pending();
    reading.volume().getPersistentVolumeClaim().setReadOnly(true);
    kind.setUp(pod("a"), reading);
    kind.setUp(pod("b"), pending());
    assertThat(world.driver.requests(NodeExpandVolumeRequest.class)).hasSize(1);
    assertThat(told())
        .containsExactly(
            "pod FileSystemResizeFailed",
            "claim FileSystemResizeFailed",
            "pod FileSystemResizeSuccessful",
            "claim FileSystemResizeSuccessful");
  }
}
