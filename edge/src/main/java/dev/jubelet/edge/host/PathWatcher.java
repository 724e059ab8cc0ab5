package dev.jubelet.edge.host;

import java.nio.file.Path;

/**
 * Tells when a file, or an entry of a directory, may have changed. A hint and never the state: the
 * listener looks for itself, and looks from time to time without having been told.
 */
public interface PathWatcher extends AutoCloseable {

  /** Watches nothing, for machines where nothing can be watched. */
  PathWatcher NONE =
      new PathWatcher() {
        @Override
        public Watch watch(Path path, Listener listener) {
          return new Watch() {
            @Override
            public void refresh() {}

            @Override
            public void close() {}
          };
        }

        @Override
        public void close() {}
      };

  /**
   * Starts to watch a file or directory, which need not exist yet and may come and go. Events from
   * before this call are not reported.
   */
  Watch watch(Path path, Listener listener);

  @Override
  void close();

  /** Called on the watcher's thread: must neither block nor throw. */
  interface Listener {

    /** A writer has closed this entry, or it was moved here: its content is whole. */
    void written(String name);

    /** This entry was deleted; another of its name may be there by now. */
    default void deleted(String name) {
      disturbed();
    }

    /** This entry was moved away; it or another of its name may be there by now. */
    default void movedAway(String name) {
      disturbed();
    }

    /** Something else happened: entries came, went or changed, or events were lost. */
    void disturbed();
  }

  /** One path that is watched. */
  interface Watch extends AutoCloseable {

    /** Follows the path anew, for changes that leave no event, e.g. a mount over a directory. */
    void refresh();

    @Override
    void close();
  }
}
