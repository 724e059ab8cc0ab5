package dev.jubelet.pod.journal;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Timeline;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
import dev.jubelet.pod.sync.SourceUpdates;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Offers the pods of the journal to the path when the API server has not told its own in time. They
 * do not count as its word: until that comes, nothing is cleared away.
 *
 * <p>Thread: lane {@code offline-pods}. Owns: the wait.
 */
public final class ProvisionalPods {
  private static final Logger log = LoggerFactory.getLogger(ProvisionalPods.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final OfflineJournal journal;
  private final SourceUpdates sources;
  private final Timeline timeline;
  private final Timers timers;
  private final Lane lane;
  private volatile boolean closed;
  private Timers.@Nullable Pending wait;

  public ProvisionalPods(
      OfflineJournal journal, SourceUpdates sources, Timeline timeline, Timers timers) {
    this.journal = journal;
    this.sources = sources;
    this.timeline = timeline;
    this.timers = timers;
    this.lane = new Lane("offline-pods", this::offer, timers);
  }

  public void start() {
    if (!journal.pods().isEmpty()) {
      wait = timers.after(PATIENCE, lane::wake);
    }
  }

  private Lane.Next offer() {
    List<Pod> pods = journal.pods();
    if (closed || journal.serverSeen() || pods.isEmpty()) {
      return Lane.Next.DONE;
    }
    log.atWarn()
        .addKeyValue("pods", pods.size())
        .log("API server unavailable; starting the pods of the offline journal");
    pods.forEach(this::explain);
    sources.acceptProvisional(new SourceSnapshot(SourceKind.API, pods));
    return Lane.Next.DONE;
  }

  private void explain(Pod pod) {
    PodUid uid = PodUid.of(pod);
    timeline.mark(uid.value(), "from the offline journal", "the API server is away");
    for (Instant expired : journal.expiredTokens(uid)) {
      timeline.mark(
          uid.value(),
          "expired token",
          "expired " + expired + "; the pod gets another when the API server is back");
    }
  }

  public void close() {
    closed = true;
    if (wait != null) {
      wait.cancel();
    }
  }
}
