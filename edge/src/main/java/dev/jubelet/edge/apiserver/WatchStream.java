package dev.jubelet.edge.apiserver;

import org.jspecify.annotations.Nullable;

/** What happens to some objects, as it happens. */
public interface WatchStream<T> extends AutoCloseable {

  /**
   * Waits for the next event; null when the server ended the watch, as it does after the time that
   * was asked for. An error that the server tells in place of an event is thrown.
   */
  @Nullable WatchEvent<T> next();

  /** May be called from any thread; whoever waits for an event is freed. */
  @Override
  void close();
}
