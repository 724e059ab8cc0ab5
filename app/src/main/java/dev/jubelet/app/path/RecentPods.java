package dev.jubelet.app.path;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names of pods that are or were here lately, so that people can ask about one that is gone.
 *
 * <p>Thread: any. Owns: the names.
 */
public final class RecentPods {

  /** A pod that was seen. */
  public record Seen(PodUid uid, PodKey key) {}

  @GuardedBy("this")
  private final LinkedHashMap<PodUid, Seen> pods;

  RecentPods(int most) {
    pods =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<PodUid, Seen> eldest) {
            return size() > most;
          }
        };
  }

  synchronized void seen(PodUid uid, PodKey key) {
    pods.putLast(uid, new Seen(uid, key));
  }

  public synchronized List<Seen> all() {
    return List.copyOf(pods.values());
  }

  /** The pod that last had this name. */
  public synchronized Optional<PodUid> newest(PodKey key) {
    return pods.sequencedValues().reversed().stream()
        .filter(seen -> seen.key().equals(key))
        .map(Seen::uid)
        .findFirst();
  }
}
