package dev.jubelet.pod.source;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells each problem once: when it is new or reads differently, and when it is gone.
 *
 * <p>Thread: the source's lane. Owns: the problems told.
 */
final class ProblemReporter {
  private static final Logger log = LoggerFactory.getLogger(ProblemReporter.class);
  private static final String REASON = "FailedValidation";

  private final Timers timers;
  private final Consumer<NodeEvent> events;
  private Map<String, String> told = Map.of();

  ProblemReporter(Timers timers, Consumer<NodeEvent> events) {
    this.timers = timers;
    this.events = events;
  }

  /** Takes all problems there are now. */
  void update(List<SourceProblem> problems) {
    Map<String, String> now = new HashMap<>();
    for (SourceProblem problem : problems) {
      now.put(problem.place(), problem.message());
      if (!problem.message().equals(told.get(problem.place()))) {
        tell(problem);
      }
    }
    told.keySet().stream()
        .filter(place -> !now.containsKey(place))
        .forEach(place -> log.atInfo().addKeyValue("manifest", place).log("No longer a problem"));
    told = now;
  }

  private void tell(SourceProblem problem) {
    log.atWarn()
        .addKeyValue("manifest", problem.place())
        .addKeyValue("problem", problem.message())
        .log("Manifest has a problem");
    if (problem.grave()) {
      String message = problem.place() + ": " + problem.message();
      events.accept(
          new NodeEvent(timers.now(), NodeEvent.Type.WARNING, REASON, message, null, null, ""));
    }
  }
}
