package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.PodUid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has to be done to the files so that they tell what is to be remembered. Pure.
 *
 * @param writes from the pod accepted first to the one accepted last
 * @param removals first, since they make room
 */
record JournalPlan(Set<PodUid> removals, List<JournalEntry> writes) {

  /** What a file tells, as far as it matters. */
  record Recorded(PodEssence pod, PodFacts facts) {
    static Recorded by(JournalEntry entry) {
      return new Recorded(PodEssence.of(entry.pod()), entry.facts());
    }
  }

  /** {@code wanted} is in the order in which pods were accepted. */
  static JournalPlan between(Map<PodUid, Recorded> onDisk, List<JournalEntry> wanted) {
    Map<PodUid, Recorded> left = new HashMap<>(onDisk);
    List<JournalEntry> writes = new ArrayList<>();
    for (JournalEntry entry : wanted) {
      Recorded before = left.remove(PodUid.of(entry.pod()));
      if (!Recorded.by(entry).equals(before)) {
        writes.add(entry);
      }
    }
    return new JournalPlan(new HashSet<>(left.keySet()), List.copyOf(writes));
  }
}
