package dev.jubelet.resource.eviction;

import dev.jubelet.base.Lane;
import dev.jubelet.base.Lane.Next;
import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.resource.eviction.DiskLooks.Look;
import dev.jubelet.resource.eviction.LookPace.Seen;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one pod from time to time, until it has used too much or is over. A disk that does not
 * answer delays its own pod only.
 *
 * <p>Thread: a lane of its own. Owns: what was seen last.
 */
final class LimitLane {
  private final Pod pod;
  private final LocalLimits limits;
  private final DiskLooks looks;
  private final BiConsumer<Pod, Eviction> evictor;
  private final Timers timers;
  private final long begun;
  private final Lane lane;

  private volatile boolean over;
  private boolean complete = true;
  private @Nullable Seen before;

  LimitLane(
      Pod pod,
      LocalLimits limits,
      DiskLooks looks,
      BiConsumer<Pod, Eviction> evictor,
      Timers timers) {
    this.pod = pod;
    this.limits = limits;
    this.looks = looks;
    this.evictor = evictor;
    this.timers = timers;
    this.begun = timers.nanoTime();
    this.lane = new Lane("limits-" + PodKey.of(pod), this::step, timers);
  }

  void begin() {
    lane.wake();
  }

  void end() {
    over = true;
    lane.wake();
  }

  Next step() {
    if (over) {
      return Next.DONE;
    }
    Duration maxAge = complete ? Duration.ZERO : LookPace.LONGEST_REST;
    Optional<Look> look = looks.look(PodUid.of(pod), limits, maxAge);
    return look.isEmpty() ? new Next.After(LookPace.USUAL) : judge(look.get());
  }

  private Next judge(Look look) {
    Optional<Eviction> eviction = limits.exceededBy(look.usage());
    if (eviction.isPresent()) {
      evictor.accept(pod, eviction.get());
      return Next.DONE;
    }
    Duration at = Duration.ofNanos(timers.nanoTime() - begun);
    Seen now = new Seen(at, limits.fullness(look.usage()), look.took());
    Duration wait = look.complete() ? LookPace.next(before, now) : LookPace.USUAL;
    complete = look.complete();
    before = now;
    return new Next.After(wait);
  }
}
