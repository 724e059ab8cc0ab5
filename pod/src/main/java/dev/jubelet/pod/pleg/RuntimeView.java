package dev.jubelet.pod.pleg;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.RuntimeChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state in which each sandbox and container was last seen, by event or by listing. Comparing a
 * listing with it yields what changed and, where events should have told, what they missed.
 *
 * <p>Thread: any. Owns: the last seen states and the suspicions.
 */
final class RuntimeView {

  /** The states of sandboxes and containers in one alphabet. */
  enum Seen {
    CREATED,
    RUNNING,
    STOPPED,
    REMOVED
  }

  /** One sandbox or container in a listing. */
  record Item(String id, PodUid uid, PodKey key, Seen state) {}

  private record Known(Item item, Instant at) {}

  @GuardedBy("this")
  private final Map<String, Known> known = new HashMap<>();

  /** Found by a listing, not (yet) told by an event. */
  @GuardedBy("this")
  private final Map<String, Item> suspects = new HashMap<>();

  /**
   * Takes what an event says. The pod of a removal may be unknown to the event; it is looked up
   * here.
   */
  synchronized @Nullable RuntimeChange event(
      String id, @Nullable PodUid uid, @Nullable PodKey key, Seen state, Instant at) {
    Known before = known.get(id);
    suspects.remove(id);
    PodUid pod = uid != null ? uid : before == null ? null : before.item().uid();
    PodKey podKey = key != null ? key : before == null ? null : before.item().key();
    if (pod == null || podKey == null) {
      return null;
    }
    if (state == Seen.REMOVED) {
      known.remove(id);
    } else {
      known.put(id, new Known(new Item(id, pod, podKey, state), at));
    }
    return new RuntimeChange(pod, podKey, at, state == Seen.REMOVED);
  }

  /**
   * Takes a complete listing that was begun at this time and returns one change for each pod that
   * differs. With {@code expectEvents} each difference becomes a suspicion that {@link
   * #confirmMissed} settles later: its event may still be on the way.
   */
  synchronized List<RuntimeChange> listing(List<Item> items, Instant begun, boolean expectEvents) {
    Map<PodUid, RuntimeChange> changes = new LinkedHashMap<>();
    Map<String, Known> vanished = new HashMap<>(known);
    for (Item item : items) {
      vanished.remove(item.id());
      Known before = known.get(item.id());
      if (before != null && (before.item().state() == item.state() || before.at().isAfter(begun))) {
        continue;
      }
      known.put(item.id(), new Known(item, begun));
      note(changes, item, begun, expectEvents);
    }
    for (Known gone : vanished.values()) {
      if (!gone.at().isAfter(begun)) {
        known.remove(gone.item().id());
        Item removed =
            new Item(gone.item().id(), gone.item().uid(), gone.item().key(), Seen.REMOVED);
        note(changes, removed, begun, expectEvents);
      }
    }
    return new ArrayList<>(changes.values());
  }

  @GuardedBy("this")
  private void note(
      Map<PodUid, RuntimeChange> changes, Item item, Instant begun, boolean expectEvents) {
    boolean gone = item.state() == Seen.REMOVED;
    changes.merge(
        item.uid(),
        new RuntimeChange(item.uid(), item.key(), begun, gone),
        (a, b) -> new RuntimeChange(a.uid(), a.key(), a.at(), a.gone() && b.gone()));
    if (expectEvents) {
      suspects.put(item.id(), item);
    }
  }

  /** Whether something of this pod was there when it was last seen. */
  synchronized boolean has(PodUid uid) {
    return known.values().stream().anyMatch(each -> each.item().uid().equals(uid));
  }

  /** Empties the suspicions; what is left of them was missed by the event stream. */
  synchronized List<Item> confirmMissed() {
    List<Item> missed = List.copyOf(suspects.values());
    suspects.clear();
    return missed;
  }
}
