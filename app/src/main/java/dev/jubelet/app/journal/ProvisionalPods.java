package dev.jubelet.app.journal;

import dev.jubelet.app.path.PodPathAssembly;
import dev.jubelet.base.Lane;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.journal.OfflineJournal;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SourceKind;
import dev.jubelet.pod.model.SourceSnapshot;
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
final class ProvisionalPods {
  private static final Logger log = LoggerFactory.getLogger(ProvisionalPods.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final OfflineJournal journal;
  private final PodPathAssembly path;
  private final Timers timers;
  private final Lane lane;
  private volatile boolean closed;
  private Timers.@Nullable Pending wait;

  ProvisionalPods(OfflineJournal journal, PodPathAssembly path, Timers timers) {
    this.journal = journal;
    this.path = path;
    this.timers = timers;
    this.lane = new Lane("offline-pods", this::offer, timers);
  }

  void start() {
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
        .log("The API server is away; pods of the offline journal are started");
    pods.forEach(this::explain);
    path.sources.acceptProvisional(new SourceSnapshot(SourceKind.API, pods));
    return Lane.Next.DONE;
  }

  private void explain(Pod pod) {
    PodUid uid = PodUid.of(pod);
    path.timeline.mark(uid.value(), "from the offline journal", "the API server is away");
    for (Instant expired : journal.expiredTokens(uid)) {
      path.timeline.mark(
          uid.value(),
          "expired token",
          "expired " + expired + "; the pod gets another when the API server is back");
    }
  }

  void close() {
    closed = true;
    if (wait != null) {
      wait.cancel();
    }
  }
}
