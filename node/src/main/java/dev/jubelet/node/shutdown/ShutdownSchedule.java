package dev.jubelet.node.shutdown;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * In which order pods end when the machine goes down. Pure.
 *
 * @param graces ascending by priority; empty when pods are not ended at all
 */
public record ShutdownSchedule(List<PriorityGrace> graces) {
  private static final int DEFAULT_PRIORITY = 0;
  private static final int CRITICAL_PRIORITY = 2_000_000_000;

  public ShutdownSchedule {
    graces = graces.stream().sorted(Comparator.comparingInt(PriorityGrace::priority)).toList();
  }

  /** Two groups: all pods, then the critical ones in the last part of the time. */
  public static ShutdownSchedule ofPeriods(Duration whole, Duration critical) {
    if (whole.isZero() || whole.compareTo(critical) < 0) {
      return new ShutdownSchedule(List.of());
    }
    return new ShutdownSchedule(
        List.of(
            new PriorityGrace(DEFAULT_PRIORITY, whole.minus(critical).toSeconds()),
            new PriorityGrace(CRITICAL_PRIORITY, critical.toSeconds())));
  }

  public boolean isEnabled() {
    return !graces.isEmpty();
  }

  /** How long all of it may take. */
  public Duration total() {
    return Duration.ofSeconds(graces.stream().mapToLong(PriorityGrace::graceSeconds).sum());
  }

  /** The groups that have pods, in the order of their ends. */
  List<ShutdownGroup> groups(List<Pod> pods) {
    List<ShutdownGroup> groups = new ArrayList<>();
    for (int i = 0; i < graces.size(); i++) {
      int index = i;
      List<Pod> members = pods.stream().filter(pod -> indexOf(pod) == index).toList();
      if (!members.isEmpty()) {
        groups.add(new ShutdownGroup(graces.get(i), members));
      }
    }
    return groups;
  }

  /** The last whose priority the pod has reached; one below all of them is in the first. */
  private int indexOf(Pod pod) {
    int priority = Objects.requireNonNullElse(pod.getSpec().getPriority(), DEFAULT_PRIORITY);
    int found = 0;
    for (int i = 0; i < graces.size(); i++) {
      if (graces.get(i).priority() <= priority) {
        found = i;
      }
    }
    return found;
  }
}
