package dev.jubelet.server.stats;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.jubelet.base.Timers;
import java.time.Duration;
import java.util.List;

/**
 * Subjects that are put together once for all who ask within a moment: the families of one page
 * each ask for themselves.
 *
 * <p>Thread: any. Owns: what was last answered.
 */
public final class RecentSubjects implements Subjects {
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Subjects source;
  private final Timers timers;

  @GuardedBy("this")
  private List<PodSubject> last = List.of();

  @GuardedBy("this")
  private long until;

  public RecentSubjects(Subjects source, Timers timers) {
    this.source = source;
    this.timers = timers;
    this.until = timers.nanoTime();
  }

  @Override
  public Machine machine() {
    return source.machine();
  }

  @Override
  public synchronized List<PodSubject> pods() {
    long now = timers.nanoTime();
    if (now - until >= 0) {
      last = source.pods();
      until = now + MOMENT.toNanos();
    }
    return last;
  }
}
