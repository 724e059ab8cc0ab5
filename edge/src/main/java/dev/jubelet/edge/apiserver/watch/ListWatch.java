package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.edge.apiserver.ApiClient;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.Selection;
import dev.jubelet.edge.apiserver.WatchStream;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;

/** The two requests that a {@link Reflector} makes; both throw ApiException. */
public interface ListWatch<T> {
  ListPage<T> list(ListRequest request);

  WatchStream<T> watch(String resourceVersion, Duration longest);

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
    };
  }
}
