package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.PodKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;

/**
 * What the journal has of one pod.
 *
 * @param accepted when the node first took it: pods start again in that order
 */
record JournalEntry(Pod pod, Instant accepted, PodFacts facts) {
  @Override
  public String toString() {
    return "JournalEntry[%s, %s]".formatted(PodKey.of(pod), facts);
  }
}
