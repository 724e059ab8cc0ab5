package dev.jubelet.node.condition;

import dev.jubelet.base.GoDuration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What of the runtime and of what watches it keeps a node from being ready. Pure.
 *
 * @param sinceReady how long ago the runtime last said that it is ready; empty when it never did
 * @param sinceListed how long ago its pods were last listed; empty when they never were
 * @param condition the runtime's own word that it is not ready
 */
public record RuntimeProblems(
    Optional<Duration> sinceReady, Optional<Duration> sinceListed, Optional<String> condition) {
  private static final Duration DOWN_AFTER = Duration.ofSeconds(30);
  private static final Duration UNHEALTHY_AFTER = Duration.ofMinutes(3);

  /** In the words of the condition Ready; empty when all is well. */
  public List<String> messages() {
    List<String> problems = new ArrayList<>();
    if (sinceReady.isEmpty()) {
      problems.add("container runtime status check may not have completed yet");
    } else if (isDown()) {
      problems.add("container runtime is down");
    }
    if (sinceListed.isEmpty()) {
      problems.add("PLEG is not healthy: pleg has yet to be successful");
    } else if (isUnwatched()) {
      problems.add(
          "PLEG is not healthy: pleg was last seen active %s ago; threshold is %s"
              .formatted(GoDuration.format(sinceListed.get()), GoDuration.format(UNHEALTHY_AFTER)));
    }
    condition.ifPresent(problems::add);
    return problems;
  }

  /** For how long pods cannot be worked on; zero when they can, or never could. */
  public Duration lasting() {
    Duration sinceDown =
        sinceReady
            .map(age -> condition.isPresent() ? age : age.minus(DOWN_AFTER))
            .orElse(Duration.ZERO);
    Duration sinceUnwatched =
        sinceListed.map(age -> age.minus(UNHEALTHY_AFTER)).orElse(Duration.ZERO);
    Duration longest = sinceDown.compareTo(sinceUnwatched) > 0 ? sinceDown : sinceUnwatched;
    return longest.isNegative() ? Duration.ZERO : longest;
  }

  private boolean isDown() {
    return sinceReady.filter(age -> age.compareTo(DOWN_AFTER) >= 0).isPresent();
  }

  private boolean isUnwatched() {
    return sinceListed.filter(age -> age.compareTo(UNHEALTHY_AFTER) > 0).isPresent();
  }
}
