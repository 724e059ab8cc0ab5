package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.ContainerSpec;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.PodAction;
import dev.jubelet.pod.model.PodPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How long each container of a pod has to wait before it is started again, as an immutable value.
 * The first restart is immediate and sets the delay to {@code initial}; each later one doubles it
 * up to {@code max}. A container that ran for ten minutes begins anew. The pod's lane keeps the
 * value and replaces it by {@link #afterStarting} for each start that was tried, and by {@link
 * #afterClearing} when containers were removed so that all start anew: {@code ends} tells when
 * those ended, which the runtime no longer does.
 */
public record CrashLoopBackOffs(
    Duration initial, Duration max, Map<String, Step> steps, Map<String, Instant> ends) {
  private static final Duration DEFAULT_INITIAL = Duration.ofSeconds(10);
  private static final Duration DEFAULT_MAX = Duration.ofMinutes(5);
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  /** The delay in force and when it was set. */
  public record Step(Duration delay, Instant setAt) {}

  public CrashLoopBackOffs {
    initial = initial.compareTo(max) > 0 ? max : initial;
    steps = Map.copyOf(steps);
    ends = Map.copyOf(ends);
  }

  public static CrashLoopBackOffs none() {
    return none(DEFAULT_INITIAL, DEFAULT_MAX);
  }

  public static CrashLoopBackOffs none(Duration initial, Duration max) {
    return new CrashLoopBackOffs(initial, max, Map.of(), Map.of());
  }

  /** The delay that a container which ended at this time must still sit out, if any. */
  Optional<Duration> inForce(ContainerSpec spec, Instant finishedAt, Instant now) {
    return Optional.ofNullable(steps.get(key(spec)))
        .filter(step -> !forgotten(step, finishedAt))
        .map(Step::delay)
        .filter(delay -> now.isBefore(finishedAt.plus(delay)));
  }

  /**
   * The state after a start of this container was tried. Without an ended predecessor nothing
   * changes.
   */
  public CrashLoopBackOffs afterStarting(ContainerSpec spec, ObservedPod observed, Instant now) {
    return lastFinish(spec, observed).map(f -> next(spec, f, now)).orElse(this);
  }

  /** The state after this plan was carried out, which may have removed ended containers. */
  public CrashLoopBackOffs afterClearing(PodPlan plan, ObservedPod observed) {
    Map<String, Instant> next = new HashMap<>(ends);
    plan.actions().stream()
        .mapMulti(CrashLoopBackOffs::clearedName)
        .forEach(name -> BackOffRules.lastFinish(name, observed).ifPresent(f -> next.put(name, f)));
    return next.equals(ends) ? this : new CrashLoopBackOffs(initial, max, steps, next);
  }

  private static void clearedName(PodAction action, Consumer<String> names) {
    if (action instanceof PodAction.RemoveContainer remove && remove.keepLog()) {
      names.accept(remove.containerName());
    }
  }

  /** When the newest ended container of this name ended, even if the runtime forgot it. */
  Optional<Instant> lastFinish(ContainerSpec spec, ObservedPod observed) {
    return BackOffRules.lastFinish(spec.name(), observed)
        .or(() -> Optional.ofNullable(ends.get(spec.name())));
  }

  private CrashLoopBackOffs next(ContainerSpec spec, Instant finishedAt, Instant now) {
    Step old = steps.get(key(spec));
    Duration delay = old == null || forgotten(old, finishedAt) ? initial : doubled(old.delay());
    Map<String, Step> next = new HashMap<>(steps);
    next.put(key(spec), new Step(delay, now));
    return new CrashLoopBackOffs(initial, max, next, ends);
  }

  private Duration doubled(Duration delay) {
    Duration twice = delay.multipliedBy(2);
    return twice.compareTo(max) > 0 ? max : twice;
  }

  private static boolean forgotten(Step step, Instant finishedAt) {
    return finishedAt.isAfter(step.setAt().plus(FORGOTTEN_AFTER));
  }

  /** A container with another image or other resources is another container here. */
  private static String key(ContainerSpec spec) {
    return spec.name() + "|" + spec.container().getImage() + "|" + spec.container().getResources();
  }
}
