package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.sync.ReferencedObjects;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * Pods that are supplied by the API server, each noted in the journal when it is accepted.
 *
 * <p>Thread: the sync loop.
 */
public record JournaledReferences(ReferencedObjects server, OfflineJournal journal)
    implements ReferencedObjects {

  @Override
  public void podWanted(Pod pod) {
    server.podWanted(pod);
    journal.accepted(pod);
  }

  @Override
  public void podEnded(PodUid uid) {
    server.podEnded(uid);
  }

  @Override
  public void podGone(PodUid uid) {
    server.podGone(uid);
  }
}
