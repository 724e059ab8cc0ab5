package dev.jubelet.volume.csi.stage;

import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.csi.NodeUnstageVolumeRequest;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.csi.CsiException;
import dev.jubelet.edge.csi.CsiNodeClient;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.csi.driver.CsiDrivers;
import dev.jubelet.volume.csi.record.CsiVolumesOnDisk;
import dev.jubelet.volume.csi.record.StagingTarget;
import dev.jubelet.volume.csi.record.VolumeRecord;
import dev.jubelet.volume.csi.request.CsiRequests;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.VolumeOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Volumes that are made ready once for the node. What pods use is on disk, and a volume that no pod
 * uses or wants any more is unstaged by a lane of its driver: no pod waits for that.
 *
 * <p>Thread: any; {@link UnstageLane} unstages. Owns: {@code <root>/plugins/kubernetes.io/csi}, who
 * wants volumes, and which volumes this agent has seen staged, and are migrated.
 */
public final class VolumeStager {
  private static final Logger log = LoggerFactory.getLogger(VolumeStager.class);

  private final CsiVolumesOnDisk disk;
  private final CsiDrivers drivers;
  private final AttachableVolumes attach;
  private final Timers timers;
  private final KeyedLocks<VolumeId> locks = new KeyedLocks<>();
  private final DesiredVolumes wishes = new DesiredVolumes();
  private final StagingReferences copies;
  private final Set<Path> staged = ConcurrentHashMap.newKeySet();
  private final Set<Path> migrated = ConcurrentHashMap.newKeySet();
  private final Map<String, UnstageLane> lanes = new ConcurrentHashMap<>();

  public VolumeStager(
      CsiVolumesOnDisk disk,
      CsiDrivers drivers,
      AttachableVolumes attach,
      Mounts mounts,
      Timers timers) {
    this.disk = disk;
    this.copies = new StagingReferences(disk.paths(), mounts);
    this.drivers = drivers;
    this.attach = attach;
    this.timers = timers;
  }

  /** What an earlier agent has staged is in use until it is unstaged. */
  public void reconstruct() throws IOException {
    for (CsiVolumesOnDisk.Staged one : disk.staged()) {
      attach.holdForNode(one.place().path().toString(), one.volume().id().uniqueName());
    }
  }

  /** Nobody stages or unstages the volume while this is held. */
  public KeyedLocks.Held lock(VolumeId volume) {
    return locks.lock(volume);
  }

  /** The pod wants the volume: it stays staged, also while it cannot be published. */
  public void want(VolumeId volume, PodUid pod) {
    wishes.add(volume, pod);
  }

  public void unwant(VolumeId volume, PodUid pod) {
    wishes.remove(volume, pod);
    wake(volume.driver());
  }

  /** The pod wants nothing any more. */
  public void forget(PodUid pod) {
    wishes.removeAll(pod).forEach(volume -> wake(volume.driver()));
  }

  /** Stages the volume unless that is done. Under its lock, with the pod's use written down. */
  public Path ensure(
      StagingTarget place,
      CsiRequests.RequestContext context,
      CsiNodeClient client,
      CsiRequests requests)
      throws IOException {
    VolumeId id = context.source().id();
    unstageUnlessLabelled(place, context);
    if (staged.contains(place.path())) {
      return place.path();
    }
    boolean fresh = place.record().isEmpty();
    place.makeTarget();
    if (fresh) {
      place.writeRecord(VolumeRecord.staged(context.source()));
    }
    attach.holdForNode(place.path().toString(), id.uniqueName());
    if (context.source().migrated()) {
      migrated.add(place.path());
    }
    try {
      client.stage(requests.stage(context, place.path()));
    } catch (CsiException | VolumeException e) {
      boolean uncertain = e instanceof CsiException c && c.kind() == CsiException.Kind.UNCERTAIN;
      if (fresh && !uncertain) {
        undo(id, place);
      }
      throw e;
    }
    staged.add(place.path());
    return place.path();
  }

  /** What the driver said matters more than what it left; the record stays while there is some. */
  private void undo(VolumeId id, StagingTarget place) {
    try {
      remove(place);
    } catch (IOException e) {
      log.atWarn()
          .addKeyValue("volume", id.uniqueName())
          .addKeyValue("cause", e.toString())
          .log(
              "Failed to remove the traces of a volume that was not staged; retrying with the next"
                  + " unstage");
    }
  }

  /** A mount keeps its label: for another one it has to go first, with all pods that have it. */
  private void unstageUnlessLabelled(StagingTarget place, CsiRequests.RequestContext context)
      throws IOException {
    VolumeId id = context.source().id();
    Optional<VolumeRecord> before = place.record();
    if (context.source().isBlock()
        || before.isEmpty()
        || before.get().isMountedAs(context.source().selinuxLabel())) {
      return;
    }
    if (disk.otherUser(id, PodUid.of(context.pod())).isPresent()) {
      throw VolumeException.waiting(
          "waiting for unmount of volume \"%s\", because it is already mounted to a different pod with a different SELinux label"
              .formatted(id.uniqueName()));
    }
    staged.remove(place.path());
    unstage(id, place);
  }

  /** The driver may have volumes that nobody uses any more, or can be asked again. */
  public void wake(String driver) {
    lanes.computeIfAbsent(driver, name -> new UnstageLane(name, this, timers)).wake();
  }

  /** Unstages what no pod uses. Returns whether nothing is left to do. */
  public boolean sweep(String driver) throws IOException {
    if (drivers.find(driver).isEmpty()) {
      return true;
    }
    boolean all = true;
    for (CsiVolumesOnDisk.Staged one : disk.staged()) {
      if (one.volume().driverName().equals(driver)) {
        all &= unstageIfUnused(one.volume().id(), one.place());
      }
    }
    return all;
  }

  private boolean unstageIfUnused(VolumeId id, StagingTarget place) throws IOException {
    try (KeyedLocks.Held _ = locks.lock(id)) {
      if (wishes.has(id) || disk.isUsed(id)) {
        return true;
      }
      staged.remove(place.path());
      return attach
          .clock()
          .time(
              new PluginLabel(VolumeId.metricName(id.driver()), migrated.contains(place.path())),
              place.path().startsWith(disk.paths().devices())
                  ? VolumeOperation.UNMAP_DEVICE
                  : VolumeOperation.UNMOUNT_DEVICE,
              () -> {
                unstage(id, place);
                return true;
              });
    } catch (CsiException e) {
      unstageFailed(id, e.text());
      return false;
    } catch (VolumeException | IOException e) {
      unstageFailed(id, e.toString());
      return false;
    }
  }

  private static void unstageFailed(VolumeId id, String cause) {
    log.atWarn()
        .addKeyValue("volume", id.uniqueName())
        .addKeyValue("cause", cause)
        .log("UnmountDevice failed; retrying");
  }

  /** Volumes of a driver that does not stage only leave traces. */
  private void unstage(VolumeId id, StagingTarget place) throws IOException {
    copies.requireNone(place);
    try (CsiNodeClient client = drivers.connect(id.driver())) {
      if (client.capabilities().contains(RPC.Type.STAGE_UNSTAGE_VOLUME)) {
        client.unstage(
            NodeUnstageVolumeRequest.newBuilder()
                .setVolumeId(id.handle())
                .setStagingTargetPath(place.path().toString())
                .build());
      }
    }
    copies.clear(place);
    remove(place);
  }

  private void remove(StagingTarget place) throws IOException {
    place.remove();
    migrated.remove(place.path());
    attach.releaseFromNode(place.path().toString());
  }
}
