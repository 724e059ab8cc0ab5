package dev.jubelet.node.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** What of the runtime and of what watches it keeps a node from being ready. Pure. */
public final class RuntimeProblems {
  private static final Duration DOWN_AFTER = Duration.ofSeconds(30);

  private RuntimeProblems() {}

  /**
   * @param lastAnswer when the runtime last told its status; empty when it never did
   * @param unhealthy what is wrong with the parts that watch the runtime, by the part's name
   * @param condition the runtime's own word that it is not ready
   */
  public static List<String> of(
      Optional<Instant> lastAnswer,
      Instant now,
      SortedMap<String, String> unhealthy,
      Optional<String> condition) {
    List<String> problems = new ArrayList<>();
    if (lastAnswer.isEmpty()) {
      problems.add("container runtime status check may not have completed yet");
    } else if (!lastAnswer.get().plus(DOWN_AFTER).isAfter(now)) {
      problems.add("container runtime is down");
    }
    for (Map.Entry<String, String> part : unhealthy.entrySet()) {
      problems.add(part.getKey() + " is not healthy: " + part.getValue());
    }
    condition.ifPresent(problems::add);
    return problems;
  }
}
