package dev.jubelet.pod.source;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.NodeEvent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells each problem once: when it is new or reads differently, and when it is gone.
 *
 * <p>Thread: the source's lane; the problems are read from any. Owns: the problems told.
 */
final class ProblemReporter {
  private static final Logger log = LoggerFactory.getLogger(ProblemReporter.class);
  private static final String REASON = "FailedValidation";

  private final Timers timers;
  private final Consumer<NodeEvent> events;
  private volatile Map<String, StandingProblem> told = Map.of();

  ProblemReporter(Timers timers, Consumer<NodeEvent> events) {
    this.timers = timers;
    this.events = events;
  }

  /** Takes all problems there are now. */
  void update(List<SourceProblem> problems) {
    Map<String, StandingProblem> now = new LinkedHashMap<>();
    for (SourceProblem problem : problems) {
      StandingProblem before = told.get(problem.place());
      boolean known = before != null && before.message().equals(problem.message());
      now.put(problem.place(), known ? before : standing(problem));
      if (!known) {
        tell(problem);
      }
    }
    told.keySet().stream()
        .filter(place -> !now.containsKey(place))
        .forEach(place -> log.atInfo().addKeyValue("manifest", place).log("No longer a problem"));
    told = Collections.unmodifiableMap(now);
  }

  /** Those that are not mended. */
  List<StandingProblem> standing() {
    return List.copyOf(told.values());
  }

  private StandingProblem standing(SourceProblem problem) {
    return new StandingProblem(problem.place(), problem.message(), problem.grave(), timers.now());
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
