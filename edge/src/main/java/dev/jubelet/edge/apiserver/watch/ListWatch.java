package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchStream;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;

/** The requests that a {@link Reflector} makes; all throw ApiException. */
public interface ListWatch<T> {
  ListPage<T> list(ListRequest request);

  WatchStream<T> watch(String resourceVersion, Duration longest);

  /**
   * Whether the server has come as far as that version: if not, the failure is of the kind {@link
   * dev.jubelet.edge.apiserver.ApiException.Kind#VERSION_TOO_LARGE}.
   */
  default void check(String resourceVersion) {
    list(new ListRequest(resourceVersion, 0, ""));
  }

  static <T extends HasMetadata> ListWatch<T> of(ApiClient client, Selection<T> selection) {
    return new ListWatch<>() {
      @Override
      public ListPage<T> list(ListRequest request) {
        return client.list(selection, request);
      }

      @Override
      public WatchStream<T> watch(String resourceVersion, Duration longest) {
        return client.watch(selection, resourceVersion, longest);
      }

      // A list without content costs the server next to nothing.
      @Override
      public void check(String resourceVersion) {
        client.list(selection.withoutContent(), new ListRequest(resourceVersion, 0, ""));
      }
    };
  }
}
