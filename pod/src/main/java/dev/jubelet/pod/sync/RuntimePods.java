package dev.jubelet.pod.sync;

import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The pods that the runtime was seen to have, so that those nobody wants can be found.
 *
 * <p>Thread: the sync loop.
 */
final class RuntimePods {
  private static final int REMEMBERED_ENDS = 256;

  /** A pod in the runtime. */
  record Seen(PodUid uid, PodKey key) {}

  private final Map<PodUid, PodKey> present = new HashMap<>();
  private final Map<PodUid, Instant> ends =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<PodUid, Instant> eldest) {
          return size() > REMEMBERED_ENDS;
        }
      };

  /** Takes a change, unless it is an echo of a pod that has been ended since. */
  void changed(RuntimeChange change) {
    Instant ended = ends.get(change.uid());
    boolean echo = ended != null && change.at().isBefore(ended);
    if (!change.gone() && !echo) {
      present.put(change.uid(), change.key());
    }
  }

  void gone(PodUid uid, Instant at) {
    present.remove(uid);
    ends.put(uid, at);
  }

  List<Seen> unwanted(Predicate<PodUid> wanted) {
    List<Seen> found = new ArrayList<>();
    present.forEach(
        (uid, key) -> {
          if (!wanted.test(uid)) {
            found.add(new Seen(uid, key));
          }
        });
    return found;
  }
}
