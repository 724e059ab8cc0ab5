package dev.jubelet.volume.csi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each of many things, kept only while somebody has it or waits for it.
 *
 * <p>Thread: any. Owns: the locks.
 */
final class KeyedLocks<K> {
  private final Map<K, Entry> locks = new ConcurrentHashMap<>();

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;
  }

  /** Closing it gives the lock back. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  Held lock(K key) {
    Entry entry =
        locks.compute(
            key,
            (k, existing) -> {
              Entry used = existing == null ? new Entry() : existing;
              used.users++;
              return used;
            });
    entry.lock.lock();
    return () -> {
      entry.lock.unlock();
      locks.computeIfPresent(key, (k, used) -> --used.users == 0 ? null : used);
    };
  }
}
