package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.KillReason;
import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedContainer.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Of each container name the newest dead one, or the newest few, are kept for their logs and exit
 * codes, older ones go. An older one that still runs beside a newer one is stopped: a start that
 * timed out may have succeeded after all. Pure.
 */
final class DeadContainerRules {

  private DeadContainerRules() {}

  static void apply(PlanInput in, int kept, PlanDraft draft) {
    Map<String, List<ObservedContainer>> byName = new LinkedHashMap<>();
    for (ObservedContainer container : in.observed().containers()) {
      byName.computeIfAbsent(container.name(), n -> new ArrayList<>()).add(container);
    }
    byName.values().forEach(ofOneName -> apply(ofOneName, kept, draft));
  }

  private static void apply(List<ObservedContainer> ofOneName, int kept, PlanDraft draft) {
    List<ObservedContainer> older = ofOneName.subList(1, ofOneName.size());
    older.stream().filter(ObservedContainer::isRunning).forEach(c -> stopDuplicate(c, draft));
    ofOneName.stream().filter(c -> !c.isRunning()).skip(kept).forEach(c -> remove(c, draft));
  }

  private static void stopDuplicate(ObservedContainer container, PlanDraft draft) {
    String message = KillMessages.of("Container", container.name(), KillReason.DUPLICATE);
    draft.kill(container, KillReason.DUPLICATE, message, null);
  }

  private static void remove(ObservedContainer container, PlanDraft draft) {
    if (container.state() == State.UNKNOWN) {
      draft.kill(container, KillReason.UNKNOWN_STATE, KillMessages.unknown(), null);
    }
    draft.remove(container, false);
  }
}
