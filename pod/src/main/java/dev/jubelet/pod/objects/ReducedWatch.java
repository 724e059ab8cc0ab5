package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists and watches objects of the API, but passes on only what is needed of each, so that the rest
 * is not kept in memory.
 *
 * <p>Thread: that of the reflector that uses it.
 */
record ReducedWatch<T, R>(ListWatch<T> source, Function<T, R> reduce) implements ListWatch<R> {
  @Override
  public ListPage<R> list(ListRequest request) {
    ListPage<T> page = source.list(request);
    return new ListPage<>(
        page.items().stream().map(reduce).toList(), page.resourceVersion(), page.more());
  }

  @Override
  public void check(String resourceVersion) {
    source.check(resourceVersion);
  }

  @Override
  public WatchStream<R> watch(String resourceVersion, Duration longest) {
    WatchStream<T> stream = source.watch(resourceVersion, longest);
    return new WatchStream<>() {
      @Override
      public @Nullable WatchEvent<R> next() {
        WatchEvent<T> event = stream.next();
        return event == null ? null : reduced(event);
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  private WatchEvent<R> reduced(WatchEvent<T> event) {
    return switch (event) {
      case WatchEvent.Added<T>(T object, String version) ->
          new WatchEvent.Added<>(reduce.apply(object), version);
      case WatchEvent.Modified<T>(T object, String version) ->
          new WatchEvent.Modified<>(reduce.apply(object), version);
      case WatchEvent.Deleted<T>(T object, String version) ->
          new WatchEvent.Deleted<>(reduce.apply(object), version);
      case WatchEvent.Bookmark<T>(String version) -> new WatchEvent.Bookmark<>(version);
    };
  }
}
