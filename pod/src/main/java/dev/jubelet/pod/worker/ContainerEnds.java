package dev.jubelet.pod.worker;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which containers have ended between two readings of a pod, and how; pure. */
final class ContainerEnds {
  private ContainerEnds() {}

  /** Oldest first. What had ended before the first reading is not news. */
  static List<ObservedContainer> between(@Nullable ObservedPod before, ObservedPod now) {
    if (before == null) {
      return List.of();
    }
    Set<String> known =
        before.containers().stream()
            .filter(ContainerEnds::hasEnded)
            .map(ObservedContainer::id)
            .collect(Collectors.toSet());
    return now.containers().reversed().stream()
        .filter(container -> hasEnded(container) && !known.contains(container.id()))
        .toList();
  }

  private static boolean hasEnded(ObservedContainer container) {
    return container.state() == ObservedContainer.State.EXITED;
  }

  /** Empty when it ended well. */
  static String outcome(ObservedContainer ended) {
    if (ended.exitCode() == 0) {
      return "";
    }
    return "exit code "
        + ended.exitCode()
        + (ended.reason().isEmpty() ? "" : " (" + ended.reason() + ")");
  }
}
