package dev.jubelet.pod.pleg;

import java.time.Duration;

/**
 * Told of how the runtime is watched, so that it can be counted and timed.
 *
 * <p>Thread: the watcher's where nothing else is said; must neither block nor throw.
 */
public interface RuntimeWatchListener {
  /** Nobody listens. */
  RuntimeWatchListener UNHEARD =
      new RuntimeWatchListener() {
        @Override
        public void relisted(long begunNanos, long endedNanos) {}

        @Override
        public void podRead(Duration took) {}

        @Override
        public void streamOpened() {}

        @Override
        public void streamBroke() {}

        @Override
        public void eventCame(Duration late) {}
      };

  /** Everything was listed, in monotonic time. */
  void relisted(long begunNanos, long endedNanos);

  /** All of one pod was read, or could not be. Called on the reader's thread. */
  void podRead(Duration took);

  void streamOpened();

  void streamBroke();

  /** An event arrived so long after what it tells of. */
  void eventCame(Duration late);
}
