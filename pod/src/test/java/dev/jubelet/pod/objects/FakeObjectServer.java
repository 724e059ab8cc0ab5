package dev.jubelet.pod.objects;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.edge.apiserver.ListPage;
import dev.jubelet.edge.apiserver.ListRequest;
import dev.jubelet.edge.apiserver.WatchEvent;
import dev.jubelet.edge.apiserver.WatchStream;
import dev.jubelet.edge.apiserver.watch.ListWatch;
import dev.jubelet.pod.model.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An API server that has config maps and secrets, in memory. Watches end when they are closed. */
final class FakeObjectServer implements ObjectRequests {
  private record Change(ObjectKey key, WatchEvent<ObjectContent> event) {}

  @GuardedBy("this")
  private final Map<ObjectKey, ObjectContent> objects = new HashMap<>();

  @GuardedBy("this")
  private final List<Change> changes = new ArrayList<>();

  @GuardedBy("this")
  private final List<String> asked = new ArrayList<>();

  @GuardedBy("this")
  private int openWatches;

  @GuardedBy("this")
  private @Nullable ApiException failure;

  @GuardedBy("this")
  private boolean silent;

  @GuardedBy("this")
  private int signals;

  static ObjectContent content(String key, String value) {
    return content(key, value, false);
  }

  static ObjectContent content(String key, String value, boolean immutable) {
    Map<String, ByteString> values = Map.of(key, ByteString.copyFromUtf8(value));
    return new ObjectContent(values, values, immutable);
  }

  synchronized void put(ObjectKey key, ObjectContent content) {
    boolean had = objects.put(key, content) != null;
    String version = Integer.toString(changes.size() + 1);
    record(
        key,
        had
            ? new WatchEvent.Modified<>(content, version)
            : new WatchEvent.Added<>(content, version));
  }

  synchronized void delete(ObjectKey key) {
    ObjectContent last = objects.remove(key);
    if (last != null) {
      record(key, new WatchEvent.Deleted<>(last, Integer.toString(changes.size() + 1)));
    }
  }

  @GuardedBy("this")
  private void record(ObjectKey key, WatchEvent<ObjectContent> event) {
    changes.add(new Change(key, event));
    signal();
  }

  /** What every request but a watch gets from now on; null to be well again. */
  synchronized void fail(@Nullable ApiException e) {
    failure = e;
  }

  /** Lists are not answered until it speaks again. */
  synchronized void silent(boolean now) {
    silent = now;
    signal();
  }

  synchronized List<String> asked() {
    return List.copyOf(asked);
  }

  /** Waits until so many watches are open. */
  synchronized void awaitWatches(int wanted) throws InterruptedException {
    while (openWatches != wanted) {
      wait();
    }
  }

  @Override
  public synchronized ObjectContent get(ObjectKey key) {
    asked.add("get " + key);
    refuse();
    ObjectContent content = objects.get(key);
    if (content == null) {
      throw new ApiException(ApiException.Kind.NOT_FOUND, key + " not found");
    }
    return content;
  }

  @GuardedBy("this")
  private void refuse() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public ListWatch<ObjectContent> watch(ObjectKey key) {
    return new ListWatch<>() {
      @Override
      public ListPage<ObjectContent> list(ListRequest request) {
        return listed(key);
      }

      @Override
      public WatchStream<ObjectContent> watch(String resourceVersion, Duration longest) {
        return opened(key, Integer.parseInt(resourceVersion));
      }
    };
  }

  private synchronized ListPage<ObjectContent> listed(ObjectKey key) {
    asked.add("list " + key);
    while (silent) {
      pause();
    }
    refuse();
    ObjectContent content = objects.get(key);
    return new ListPage<>(
        content == null ? List.of() : List.of(content), Integer.toString(changes.size()), "");
  }

  @GuardedBy("this")
  private void signal() {
    signals++;
    notifyAll();
  }

  /** Until something has happened. */
  @GuardedBy("this")
  private void pause() {
    int before = signals;
    try {
      while (signals == before) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(ApiException.Kind.CANCELLED, "interrupted", e);
    }
  }

  private synchronized WatchStream<ObjectContent> opened(ObjectKey key, int from) {
    openWatches++;
    signal();
    return new Stream(key, from);
  }

  private final class Stream implements WatchStream<ObjectContent> {
    private final ObjectKey key;
    private int seen;
    private boolean closed;

    Stream(ObjectKey key, int from) {
      this.key = key;
      this.seen = from;
    }

    @Override
    public @Nullable WatchEvent<ObjectContent> next() {
      synchronized (FakeObjectServer.this) {
        while (!closed) {
          if (seen < changes.size()) {
            Change change = changes.get(seen++);
            if (change.key().equals(key)) {
              return change.event();
            }
          } else {
            pause();
          }
        }
        return null;
      }
    }

    @Override
    public void close() {
      synchronized (FakeObjectServer.this) {
        if (!closed) {
          closed = true;
          openWatches--;
          signal();
        }
      }
    }
  }
}
