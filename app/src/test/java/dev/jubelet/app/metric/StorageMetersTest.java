package dev.jubelet.app.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.metric.Format;
import dev.jubelet.pod.model.ActuationOutcome;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.SelinuxMetric;
import dev.jubelet.volume.meter.StateOfWorld;
import dev.jubelet.volume.meter.TrackedVolume;
import dev.jubelet.volume.meter.VolumeOperation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StorageMetersTest {
  private static final PodUid ORPHAN = new PodUid("orphan");

  private final Meters meters = new Meters(new ManualTimers());

  @Test
  void operationsOnVolumesAreTimedByPluginAndOutcome() {
    long nanos = Duration.ofMillis(200).toNanos();
    PluginLabel nfs = PluginLabel.of("kubernetes.io/nfs");
    meters.storage.ended(nfs, VolumeOperation.MOUNT, false, nanos);
    meters.storage.ended(nfs, VolumeOperation.MOUNT, true, nanos);
    meters.storage.ready("kubernetes.io/nfs", nanos);
    String labels = "{volume_plugin=\"kubernetes.io/nfs\",operation_name=\"volume_mount\",";
    assertThat(page())
        .contains(
            "# HELP storage_operation_duration_seconds [BETA] Storage operation duration",
            "storage_operation_duration_seconds_bucket"
                + labels
                + "status=\"success\",migrated=\"false\",le=\"0.1\"} 0",
            "storage_operation_duration_seconds_bucket"
                + labels
                + "status=\"success\",migrated=\"false\",le=\"0.25\"} 1",
            "storage_operation_duration_seconds_count"
                + labels
                + "status=\"fail-unknown\",migrated=\"false\"} 1",
            "volume_operation_total_seconds_count{plugin_name=\"kubernetes.io/nfs\","
                + "operation_name=\"overall_volume_mount\"} 1");
  }

  @Test
  void volumesOfOldKindsAreToldApart() {
    meters.storage.ended(
        new PluginLabel("kubernetes.io/csi:ebs", true), VolumeOperation.MOUNT, false, 1);
    meters.storage.ofOldKind().ended("ebs", "/csi.v1.Node/NodeStageVolume", "OK", 1);
    assertThat(page())
        .contains(
            "storage_operation_duration_seconds_count{volume_plugin=\"kubernetes.io/csi:ebs\","
                + "operation_name=\"volume_mount\",status=\"success\",migrated=\"true\"} 1",
            "csi_operations_seconds_count{driver_name=\"ebs\","
                + "method_name=\"/csi.v1.Node/NodeStageVolume\",grpc_status_code=\"OK\","
                + "migrated=\"true\"} 1");
  }

  @Test
  void labelsOfVolumesAreCounted() {
    meters.storage.labels(SelinuxMetric.ADMITTED, "kubernetes.io/csi:disk", "RWOP");
    meters.storage.labels(SelinuxMetric.POD_MISMATCH_ERROR, "kubernetes.io/csi:disk", "RWOP");
    meters.storage.labels(SelinuxMetric.POD_MISMATCH_ERROR, "kubernetes.io/fc", "RWOP");
    assertThat(page())
        .contains(
            "# TYPE volume_manager_selinux_volumes_admitted_total gauge",
            "volume_manager_selinux_volumes_admitted_total"
                + "{volume_plugin=\"kubernetes.io/csi:disk\",access_mode=\"RWOP\"} 1",
            "volume_manager_selinux_pod_context_mismatch_errors_total{access_mode=\"RWOP\"} 2");
  }

  @Test
  void volumesOfEarlierAgentsAreCounted() {
    meters.storage.reconstructed(false);
    meters.storage.reconstructed(true);
    meters.storage.forceCleaned(true);
    meters.storage.forceCleaned(false);
    assertThat(page())
        .contains(
            "\nreconstruct_volume_operations_total 2\n",
            "\nreconstruct_volume_operations_errors_total 1\n",
            "\nforce_cleaned_failed_volume_operations_total 2\n",
            "\nforce_cleaned_failed_volume_operation_errors_total 1\n");
  }

  @Test
  void volumesAreCountedInBothWorlds() {
    StateOfWorld stateOfWorld = new StateOfWorld();
    TrackedVolume scratch = new TrackedVolume("kubernetes.io/empty-dir", "scratch");
    stateOfWorld.addDesired(ORPHAN, scratch, 0);
    stateOfWorld.addDesired(ORPHAN, new TrackedVolume("kubernetes.io/csi:disk", "pv"), 0);
    stateOfWorld.addMounted(ORPHAN, scratch);
    VolumeGauges.addVolumes(meters.main, stateOfWorld);
    assertThat(page())
        .contains(
            "volume_manager_total_volumes{plugin_name=\"kubernetes.io/empty-dir\","
                + "state=\"actual_state_of_world\"} 1",
            "volume_manager_total_volumes{plugin_name=\"kubernetes.io/csi:disk\","
                + "state=\"desired_state_of_world\"} 1")
        .doesNotContain("{plugin_name=\"kubernetes.io/csi:disk\",state=\"actual_state_of_world\"}");
  }

  @Test
  void anOrphanIsAnErrorUntilNothingIsLeftOfIt() {
    meters.orphans.cleared(ORPHAN, false);
    meters.orphans.found(ORPHAN);
    meters.orphans.cleared(ORPHAN, true);
    assertThat(page())
        .contains(
            "\nkubelet_orphan_pod_cleaned_volumes 0\n",
            "\nkubelet_orphan_pod_cleaned_volumes_errors 1\n");
    meters.orphans.cleared(ORPHAN, false);
    assertThat(page())
        .contains(
            "\nkubelet_orphan_pod_cleaned_volumes 1\n",
            "\nkubelet_orphan_pod_cleaned_volumes_errors 0\n");
  }

  @Test
  void imagesThatContainersMountAreCounted() {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withUid("u1")
            .endMetadata()
            .withNewSpec()
            .addNewVolume()
            .withName("model")
            .withNewImage()
            .endImage()
            .endVolume()
            .addNewContainer()
            .withName("good")
            .addNewVolumeMount()
            .withName("model")
            .endVolumeMount()
            .endContainer()
            .addNewContainer()
            .withName("bad")
            .addNewVolumeMount()
            .withName("model")
            .endVolumeMount()
            .addNewVolumeMount()
            .withName("other")
            .endVolumeMount()
            .endContainer()
            .endSpec()
            .build();
    StartError error =
        new StartError(WaitReason.CREATE_CONTAINER_ERROR, "ImageVolumeMountFailed: no such path");
    meters.pods.actuated(
        pod, new ActuationOutcome(true, Set.of("good"), Map.of("bad", error), null, null));
    assertThat(page())
        .contains(
            "\nkubelet_image_volume_requested_total 2\n",
            "\nkubelet_image_volume_mounted_succeed_total 1\n",
            "\nkubelet_image_volume_mounted_errors_total 1\n");
  }

  @Test
  void measuringIsTimedByWhoWasAsked() {
    meters.storage.collected("du", Duration.ofMillis(3));
    assertThat(page())
        .contains(
            "kubelet_volume_metric_collection_duration_seconds_bucket"
                + "{metric_source=\"du\",le=\"0.005\"} 1");
  }

  private String page() {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    meters.main.text(Format.PROMETHEUS).forEach(page::writeBytes);
    return page.toString(StandardCharsets.UTF_8);
  }
}
