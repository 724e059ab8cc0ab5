package dev.jubelet.testing.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.api.csi.NodePublishVolumeRequest;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeStageVolumeRequest;
import dev.jubelet.api.csi.NodeUnpublishVolumeRequest;
import dev.jubelet.api.csi.NodeUnstageVolumeRequest;
import dev.jubelet.api.csi.VolumeCapability;
import dev.jubelet.base.SystemTimers;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import io.grpc.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeCsiDriverTest {
  @TempDir Path directory;
  private final SystemTimers timers = new SystemTimers();
  private final List<String> ended = new ArrayList<>();
  private FakeCsiDriver driver;
  private CsiNodeClient client;
  private Path staging;

  @BeforeEach
  void start() throws IOException {
    driver =
        new FakeCsiDriver(
            "d", directory.resolve("d"), directory.resolve("r"), FakeCsiDriver.Showing.PLAINLY);
    client =
        new CsiNodeClient(
            "d", driver.endpoint(), (d, method, code, n) -> ended.add(method + " " + code), timers);
    staging = Files.createDirectory(directory.resolve("staging"));
  }

  @AfterEach
  void end() {
    client.close();
    driver.close();
    timers.close();
  }

  private void stage() {
    client.stage(
        NodeStageVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setStagingTargetPath(staging.toString())
            .build());
  }

  private void unstage() {
    client.unstage(
        NodeUnstageVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setStagingTargetPath(staging.toString())
            .build());
  }

  private void publish() {
    client.publish(
        NodePublishVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setStagingTargetPath(staging.toString())
            .setTargetPath(directory.resolve("target").toString())
            .build());
  }

  private void unpublish() {
    client.unpublish(
        NodeUnpublishVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setTargetPath(directory.resolve("target").toString())
            .build());
  }

  @Test
  void theRightOrderIsFineAndSoAreRepeats() {
    for (Runnable call :
        List.<Runnable>of(this::stage, this::publish, this::unpublish, this::unstage)) {
      call.run();
      call.run();
    }
    assertThat(driver.calls()).hasSize(8).startsWith("NodeStageVolume v", "NodeStageVolume v");
    assertThat(driver.staged()).isEmpty();
    assertThat(ended).contains("/csi.v1.Node/NodeStageVolume OK");
  }

  @Test
  void theWrongOrderIsRefused() {
    assertThatThrownBy(this::publish)
        .isInstanceOfSatisfying(
            CsiException.class, e -> assertThat(e.kind()).isEqualTo(CsiException.Kind.NOT_NOW))
        .hasMessageContaining("is not staged");
    stage();
    publish();
    assertThatThrownBy(this::unstage).hasMessageContaining("is still published");
  }

  @Test
  void failuresComeOnOrderAndOnce() {
    driver.failures.refuse("NodeStageVolume", Status.INTERNAL.withDescription("no"));
    assertThatThrownBy(this::stage)
        .isInstanceOfSatisfying(
            CsiException.class,
            e -> assertThat(e.text()).isEqualTo("rpc error: code = Internal desc = no"));
    assertThat(driver.staged()).isEmpty();
    driver.failures.doAndFail("NodeStageVolume", Status.ABORTED);
    assertThatThrownBy(this::stage)
        .isInstanceOfSatisfying(
            CsiException.class, e -> assertThat(e.kind()).isEqualTo(CsiException.Kind.UNCERTAIN));
    assertThat(driver.staged()).hasSize(1);
    stage();
    assertThat(ended).contains("/csi.v1.Node/NodeStageVolume Aborted");
  }

  @Test
  void aDiskIsPublishedAsAFileThatIsGoneAfterwards() {
    VolumeCapability disk =
        VolumeCapability.newBuilder()
            .setBlock(VolumeCapability.BlockVolume.getDefaultInstance())
            .build();
    client.stage(
        NodeStageVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setVolumeCapability(disk)
            .setStagingTargetPath(staging.toString())
            .build());
    client.publish(
        NodePublishVolumeRequest.newBuilder()
            .setVolumeId("v")
            .setVolumeCapability(disk)
            .setStagingTargetPath(staging.toString())
            .setTargetPath(directory.resolve("target").toString())
            .build());
    assertThat(directory.resolve("target")).isRegularFile();
    assertThat(driver.disk("v")).hasSize(8 << 20);
    unpublish();
    unstage();
    assertThat(directory.resolve("target")).doesNotExist();
    assertThat(driver.disk("v")).exists();
  }

  @Test
  void aDriverThatIsGoneMayHaveDoneAnything() {
    driver.close();
    assertThatThrownBy(this::stage)
        .isInstanceOfSatisfying(
            CsiException.class, e -> assertThat(e.kind()).isEqualTo(CsiException.Kind.UNCERTAIN));
  }

  @Test
  void itTellsWhatItIs() {
    assertThat(client.capabilities()).containsExactly(RPC.Type.STAGE_UNSTAGE_VOLUME);
    assertThat(client.info().getNodeId()).isEqualTo("node-of-the-driver");
  }
}
