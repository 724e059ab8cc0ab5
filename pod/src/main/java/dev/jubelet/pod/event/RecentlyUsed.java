package dev.jubelet.pod.event;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was used least recently when it has too much. Thread: one at a time. */
final class RecentlyUsed<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private static final int MOST = 4096;

  RecentlyUsed() {
    super(16, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > MOST;
  }
}
