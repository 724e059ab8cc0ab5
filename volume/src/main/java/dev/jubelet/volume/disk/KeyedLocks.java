package dev.jubelet.volume.disk;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock for each of many things, such as a device that pods share; kept only while somebody has it
 * or waits for it.
 *
 * <p>Thread: any; who holds a lock may be held for long itself. Owns: the locks.
 */
public final class KeyedLocks<K> {
  private final Map<K, Entry> locks = new ConcurrentHashMap<>();

  private static final class Entry {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;
  }

  /** Closing it gives the lock back. */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  public Held lock(K key) {
    Entry entry = enter(key);
    entry.lock.lock();
    return () -> unlock(key, entry);
  }

  /** Empty when somebody else holds the lock. */
  public Optional<Held> tryLock(K key) {
    Entry entry = enter(key);
    if (entry.lock.tryLock()) {
      return Optional.of(() -> unlock(key, entry));
    }
    leave(key);
    return Optional.empty();
  }

  private void unlock(K key, Entry entry) {
    entry.lock.unlock();
    leave(key);
  }

  private Entry enter(K key) {
    return locks.compute(
        key,
        (k, existing) -> {
          Entry used = existing == null ? new Entry() : existing;
          used.users++;
          return used;
        });
  }

  private void leave(K key) {
    locks.computeIfPresent(key, (k, used) -> --used.users == 0 ? null : used);
  }
}
