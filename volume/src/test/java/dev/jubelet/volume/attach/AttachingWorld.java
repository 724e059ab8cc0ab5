package dev.jubelet.volume.attach;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.testing.time.ManualTimers;
import dev.jubelet.volume.FakeMeter;
import dev.jubelet.volume.meter.OperationTimer;
import io.fabric8.kubernetes.api.model.AttachedVolume;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * A Node object, and a controller that attaches volumes when the test says so. From when the test
 * first has the Node object written, it is written at every change.
 */
public final class AttachingWorld {
  public final List<PodUid> woken = new ArrayList<>();
  public final FakeMeter meter = new FakeMeter();
  private List<AttachedVolume> attached = List.of();
  private boolean writes;
  private AttachableVolumes volumes = fresh(new Attacher.Controller());

  private AttachableVolumes fresh(Attacher attacher) {
    WaitingPods waiting = new WaitingPods(woken::add);
    VolumesInUse inUse =
        new VolumesInUse(
            new VolumesInUse.Listener() {
              @Override
              public void inUseChanged() {
                if (writes) {
                  write();
                }
              }

              @Override
              public void attachAwaited() {}

              @Override
              public void nodeChanged() {
                waiting.wakeAll();
              }
            });
    return new AttachableVolumes(
        inUse, waiting, attacher, new OperationTimer(meter, new ManualTimers()));
  }

  /** Of a node on which the agent attaches volumes, and nobody is told of them. */
  public static AttachableVolumes alone() {
    return new AttachingWorld().fresh(new Attacher.Kubelet("node-1"));
  }

  /** An agent that has just started, and has written nothing yet. */
  public AttachableVolumes start() {
    writes = false;
    volumes = fresh(new Attacher.Controller());
    return volumes;
  }

  /** What the node says that it uses. */
  public List<String> inUse() {
    return volumes.inUse().names();
  }

  public void release(PodUid pod) {
    volumes.releaseAll(pod);
  }

  /** The Node object says what the node uses. */
  public void reported() {
    writes = true;
    attached = List.of();
    write();
  }

  /** It says so, and that the volume is attached. */
  public void attached(String volume, String device) {
    writes = true;
    attached = List.of(new AttachedVolume(device, volume));
    write();
  }

  private void write() {
    volumes
        .inUse()
        .written(
            new NodeBuilder()
                .withNewStatus()
                .withVolumesInUse(inUse())
                .withVolumesAttached(attached)
                .endStatus()
                .build());
  }
}
