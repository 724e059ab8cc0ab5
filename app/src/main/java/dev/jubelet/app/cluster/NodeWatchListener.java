package dev.jubelet.app.cluster;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.watch.WatchListener;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.function.Consumer;

/** Passes on each version of a watched Node that is seen. Thread: the watch's. */
record NodeWatchListener(Consumer<Node> seen) implements WatchListener<Node> {
  @Override
  public void replaced(List<Node> all, String resourceVersion) {
    all.forEach(seen);
  }

  @Override
  public void changed(WatchEvent<Node> event) {
    switch (event) {
      case WatchEvent.Added<Node>(Node now, _) -> seen.accept(now);
      case WatchEvent.Modified<Node>(Node now, _) -> seen.accept(now);
      case WatchEvent.Deleted<Node> _, WatchEvent.Bookmark<Node> _ -> {}
    }
  }

  @Override
  public void lost(ApiException reason) {
    // The reflector logs it and tries again; what was seen is the best that is known.
  }
}
