package dev.jubelet.volume.attach;

import dev.jubelet.pod.model.PodUid;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Pods whose volumes were not to be had, to be woken when that may have changed.
 *
 * <p>Thread: any. Owns: who waits.
 */
public final class WaitingPods {
  private final Set<PodUid> waiting = ConcurrentHashMap.newKeySet();
  private final Consumer<PodUid> wake;

  public WaitingPods(Consumer<PodUid> wake) {
    this.wake = wake;
  }

  public void add(PodUid pod) {
    waiting.add(pod);
  }

  public void wakeAll() {
    for (PodUid pod : List.copyOf(waiting)) {
      if (waiting.remove(pod)) {
        wake.accept(pod);
      }
    }
  }
}
