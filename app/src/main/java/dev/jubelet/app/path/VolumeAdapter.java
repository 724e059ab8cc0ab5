package dev.jubelet.app.path;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.pod.worker.VolumeLifecycle;
import dev.jubelet.volume.PodVolumes;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;

/** The volumes of pods for their workers. Thread: the lanes. */
record VolumeAdapter(PodVolumes volumes) implements VolumeLifecycle {
  @Override
  public VolumeOutcome prepare(Pod pod) {
    return volumes.prepare(pod);
  }

  @Override
  public List<String> refresh(Pod pod) {
    return volumes.refresh(pod);
  }

  @Override
  public List<String> release(PodUid uid) {
    return volumes.release(uid);
  }

  @Override
  public List<String> remove(PodUid uid) {
    return volumes.remove(uid);
  }

  @Override
  public Set<PodUid> list() {
    return volumes.list();
  }
}
