package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.Phases;
import dev.jubelet.pod.status.StatusStore;

/**
 * Notes which pods are over: a pod that has done its work is not to do it again.
 *
 * <p>Thread: the pods' lanes.
 */
public record JournaledEnds(OfflineJournal journal, StatusStore statuses)
    implements StatusStore.Listener {

  @Override
  public void reported(PodUid uid) {
    statuses
        .find(uid)
        .filter(status -> Phases.isTerminal(status.getPhase()))
        .ifPresent(status -> journal.concluded(uid, status));
  }

  @Override
  public void forgotten(PodUid uid) {
    // The API server says when a pod is gone.
  }
}
