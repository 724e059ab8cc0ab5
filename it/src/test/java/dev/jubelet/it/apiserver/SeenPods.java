package dev.jubelet.it.apiserver;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** What a watcher of pods knows: their names, and every gap. */
final class SeenPods implements WatchListener<Pod> {
  private final Set<String> names = new ConcurrentSkipListSet<>();
  private final List<ApiException> losses = new CopyOnWriteArrayList<>();
  private final List<Integer> lists = new CopyOnWriteArrayList<>();

  @Override
  public void replaced(List<Pod> all, String resourceVersion) {
    names.clear();
    all.forEach(pod -> names.add(pod.getMetadata().getName()));
    lists.add(all.size());
  }

  @Override
  public void changed(WatchEvent<Pod> event) {
    switch (event) {
      case WatchEvent.Added<Pod>(Pod pod, _) -> names.add(pod.getMetadata().getName());
      case WatchEvent.Modified<Pod>(Pod pod, _) -> names.add(pod.getMetadata().getName());
      case WatchEvent.Deleted<Pod>(Pod pod, _) -> names.remove(pod.getMetadata().getName());
      case WatchEvent.Bookmark<Pod> _ -> {}
    }
  }

  @Override
  public void lost(ApiException reason) {
    losses.add(reason);
  }

  Set<String> names() {
    return Set.copyOf(names);
  }

  List<ApiException.Kind> losses() {
    return losses.stream().map(ApiException::kind).toList();
  }

  /** How many pods each list had. */
  List<Integer> lists() {
    return List.copyOf(lists);
  }
}
