package dev.jubelet.pod.journal;

import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.sync.LoopInbox;
import dev.jubelet.pod.sync.SourceUpdates;
import java.util.function.Consumer;

/**
 * Pods of the API server on their way to the sync loop. With the first of them, pods that started
 * from the journal get what is new at once.
 *
 * <p>Thread: the source's lane.
 */
public record JournaledSource(OfflineJournal journal, SourceUpdates next, LoopInbox inbox)
    implements Consumer<SourceSnapshot> {

  @Override
  public void accept(SourceSnapshot snapshot) {
    boolean first = !journal.serverSeen();
    journal.listed(snapshot.pods());
    next.accept(snapshot);
    if (first) {
      inbox.wakeAll();
    }
  }
}
