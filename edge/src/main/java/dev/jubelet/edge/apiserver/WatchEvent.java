package dev.jubelet.edge.apiserver;

/** What a watch tells. */
public sealed interface WatchEvent<T> {
  /** The resource version that the watcher has seen with this event. */
  String resourceVersion();

  record Added<T>(T object, String resourceVersion) implements WatchEvent<T> {}

  record Modified<T>(T object, String resourceVersion) implements WatchEvent<T> {}

  /** Carries the object's last state. */
  record Deleted<T>(T object, String resourceVersion) implements WatchEvent<T> {}

  /** Nothing happened up to this version. */
  record Bookmark<T>(String resourceVersion) implements WatchEvent<T> {}
}
