package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.WatchEvent;
import java.util.List;

/**
 * Who is told of objects. Calls come one at a time, on the reflector's lane; what a call throws
 * makes the reflector tell the same again later.
 */
public interface WatchListener<T> {

  /** These are all; whatever else was known is gone. */
  void replaced(List<T> all, String resourceVersion);

  /** Something changed; bookmarks are kept from the listener. */
  void changed(WatchEvent<T> event);

  /** Nothing is known of what happens now, until the next call of one of the others. */
  void lost(ApiException reason);
}
