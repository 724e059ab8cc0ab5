package dev.jubelet.volume;

import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.Descriptor;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.volume.disk.KeyedLocks;
import java.io.IOException;

/**
 * Shows parts of volumes to containers. To open one may take as long as the volume does, and the
 * pod may end meanwhile: nothing is bound while it does, and nothing afterwards.
 *
 * <p>Thread: the pod's, with threads that calls may hold.
 *
 * @param locks of pods
 */
record SubPathMounts(SubPathBinder binder, BlockingCalls calls, KeyedLocks<PodUid> locks) {

  void bind(SubPathMount wanted) throws IOException {
    calls.run("subPath " + wanted.target(), () -> bound(wanted));
  }

  private boolean bound(SubPathMount wanted) throws IOException {
    PodUid pod = new PodUid(SubPathBinder.home(wanted).getFileName().toString());
    try (Descriptor source = SubPathOpener.open(wanted.volumePath(), wanted.subPath());
        KeyedLocks.Held _ = locks.lock(pod)) {
      binder.bind(source, wanted);
      return true;
    }
  }
}
