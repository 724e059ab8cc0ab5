package dev.jubelet.volume.csi;

import dev.jubelet.api.csi.NodeUnpublishVolumeRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.csi.attach.VolumeAttachments;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.expand.ResizeEvents;
import dev.jubelet.volume.csi.expand.VolumeExpander;
import dev.jubelet.volume.csi.publish.PublishTarget;
import dev.jubelet.volume.csi.publish.PublishTargets;
import dev.jubelet.volume.csi.publish.VolumePublisher;
import dev.jubelet.volume.csi.record.CsiPaths;
import dev.jubelet.volume.csi.record.CsiVolumesOnDisk;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.csi.request.CsiCluster;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.CsiSource;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.csi.stage.VolumeStager;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.disk.OwnershipProgress;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.plugin.VolumeStats;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Volumes that a CSI driver provides. What a pod uses is written down before the driver is asked,
 * so that nothing that a driver may have done is forgotten.
 *
 * <p>Thread: see {@link VolumePlugin}. Owns: what each pod has of its volumes, and which this agent
 * has published itself: what an earlier one has published is published again, which changes
 * nothing.
 */
public final class CsiPlugin implements VolumePlugin {
  private final CsiDrivers drivers;
  private final AttachableVolumes attach;
  private final Mounts mounts;
  private final boolean volumeHealth;
  private final PublishTargets targets;
  private final CsiVolumesOnDisk onDisk;
  private final VolumeStager stager;
  private final VolumePublisher publisher;
  private final VolumeExpander expander;
  private final VolumeAttachments attachments;
  private final Set<Use> published = ConcurrentHashMap.newKeySet();

  private record Use(PodUid pod, String name) {}

  /** What the plugin uses of the machine; {@code root} is the agent's directory. */
  public record CsiHost(Path root, Mounts mounts, LoopDevices loopDevices) {}

  /**
   * What is reported of volumes.
   *
   * @param events for people; may not block
   * @param overLimit is told of a driver that has fewer places on the node than it said
   * @param volumeHealth whether drivers are asked how their volumes are
   */
  public record CsiReports(
      Consumer<NodeEvent> events, Consumer<String> overLimit, boolean volumeHealth) {}

  public CsiPlugin(
      CsiHost host,
      CsiCluster cluster,
      CsiDrivers drivers,
      AttachableVolumes attach,
      CsiReports reports,
      Timers timers) {
    this.drivers = drivers;
    this.attach = attach;
    this.mounts = host.mounts();
    this.volumeHealth = reports.volumeHealth();
    CsiPaths paths = new CsiPaths(host.root());
    this.targets =
        new PublishTargets(
            paths,
            new BlockVolumeMapper(
                new PodDirectories(host.root()), CsiPaths.PLUGIN, mounts, host.loopDevices()),
            new OwnershipProgress(reports.events(), timers));
    this.onDisk = new CsiVolumesOnDisk(paths);
    this.stager = new VolumeStager(onDisk, drivers, attach, mounts, timers);
    this.attachments = new VolumeAttachments(attach, cluster, reports.overLimit(), timers);
    CsiRequests requests = new CsiRequests(cluster);
    this.expander =
        new VolumeExpander(requests, new ResizeEvents(reports.events(), timers), timers);
    this.publisher =
        new VolumePublisher(
            drivers, targets, stager, attachments, requests, expander, attach.clock());
  }

  @Override
  public void reconstruct() throws IOException {
    for (CsiVolumesOnDisk.Published one : onDisk.published()) {
      if (one.volume().isPersistent()) {
        attach.want(one.pod(), one.name(), one.volume().id().uniqueName());
      }
    }
    stager.reconstruct();
  }

  /** The driver has registered: what was waiting for it may go on. */
  public void registered(String driver) {
    attach.waiting().wakeAll();
    stager.wake(driver);
  }

  @Override
  public String escapedName() {
    return CsiPaths.PLUGIN;
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return CsiSource.isIn(volume);
  }

  @Override
  public boolean supportsBlock() {
    return true;
  }

  @Override
  public boolean supportsSelinuxMount(VolumeSpec volume) {
    return volume.bound().isPresent()
        && publisher
            .declared(volume.bound().get().volume().getSpec().getCsi().getDriver())
            .supportsSelinuxMount();
  }

  /** Of a filesystem that has labels; one that was mounted with a label cannot change them. */
  @Override
  public boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) throws IOException {
    CsiSource source = CsiSource.of(pod, volume);
    return !source.readOnly()
        && !source.isBlock()
        && isLabelled(targets.of(PodUid.of(pod), source));
  }

  /** The mount itself is not looked at, which may hang. */
  private boolean isLabelled(PublishTarget target) throws IOException {
    Path above = target.path().resolveSibling("").toRealPath();
    return mounts
        .table()
        .holding(above.resolve(target.path().getFileName()))
        .filter(MountTable.Mount::labelled)
        .isPresent();
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return Optional.of(onDisk.paths().globalMapPath(CsiPaths.directoryName(volume.name())));
  }

  @Override
  public String metricName(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getCsi().getDriver())
        .or(() -> Optional.ofNullable(volume.volume().getCsi().getDriver()))
        .map(VolumeId::metricName)
        .orElseGet(() -> VolumePlugin.super.metricName(volume));
  }

  @Override
  public Optional<String> metricName(PodUid pod, String name) throws IOException {
    return targets
        .onDisk(pod, name)
        .record()
        .map(record -> VolumeId.metricName(record.driverName()));
  }

  @Override
  public String uniqueName(VolumeSpec volume) {
    CSIPersistentVolumeSource csi = volume.bound().orElseThrow().volume().getSpec().getCsi();
    return new VolumeId(csi.getDriver(), csi.getVolumeHandle()).uniqueName();
  }

  @Override
  public Optional<String> uniqueName(PodUid pod, String name) throws IOException {
    return targets.onDisk(pod, name).record().map(record -> record.id().uniqueName());
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    CsiSource source = CsiSource.of(pod, volume);
    PodUid uid = PodUid.of(pod);
    PublishTarget target = targets.of(uid, source);
    Use use = new Use(uid, target.name());
    if (published.contains(use)) {
      return target.shown();
    }
    try {
      publisher.publish(pod, volume, source, target);
      published.add(use);
      return target.shown();
    } catch (CsiException e) {
      attach.waiting().add(uid);
      throw new VolumeException(e.text());
    } catch (VolumeException e) {
      attach.waiting().add(uid);
      throw e;
    }
  }

  @Override
  public void refresh(Pod pod, VolumeSpec volume) throws IOException {
    publisher.refresh(pod, volume);
  }

  @Override
  public boolean providesStats() {
    return true;
  }

  @Override
  public Optional<VolumeStats> stats(PodUid pod, String name) throws IOException {
    PublishTarget target = targets.onDisk(pod, name);
    Optional<VolumeRecord> record = target.record();
    if (record.isEmpty()) {
      return Optional.empty();
    }
    VolumeId id = record.get().id();
    Path staged = target.staging(id).path();
    try (CsiNodeClient client = drivers.connect(id.driver())) {
      return new DriverVolumeStats(client, volumeHealth).ask(id, target.statsPath(), staged);
    } catch (CsiException e) {
      throw new VolumeException(e.text());
    }
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    PublishTarget target = targets.onDisk(pod, name);
    published.remove(new Use(pod, name));
    target.hide();
    Optional<VolumeRecord> record = target.record();
    if (record.isEmpty()) {
      unmountUnknown(target.path());
      target.remove();
      return;
    }
    VolumeId id = record.get().id();
    try (CsiNodeClient client = drivers.connect(id.driver())) {
      client.unpublish(
          NodeUnpublishVolumeRequest.newBuilder()
              .setVolumeId(id.handle())
              .setTargetPath(target.path().toString())
              .build());
    } catch (CsiException e) {
      throw new VolumeException(e.text());
    }
    publisher.remove(target, id);
    attach.release(pod, name);
    if (!onDisk.isUsed(id)) {
      expander.forget(id);
    }
    stager.unwant(id, pod);
    attach.waiting().wakeAll();
  }

  /** Without a record nobody knows the driver any more. */
  private void unmountUnknown(Path target) throws IOException {
    Path above = target.resolveSibling("");
    if (Files.isDirectory(above)) {
      mounts.unmount(above.toRealPath().resolve(target.getFileName()));
    }
  }

  /** Nothing is left of the pod. */
  public void forget(PodUid pod) {
    stager.forget(pod);
    attachments.forget(pod);
  }
}
