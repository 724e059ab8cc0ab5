package dev.jubelet.pod.model;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How carrying out a plan went. {@code started} and {@code failed} are container names; {@code
 * failure} is set when something concerning the whole pod went wrong and the rest was not tried;
 * {@code retryAt} is when it makes sense to try again, null when nobody knows better than the
 * caller. {@code made} is set when nothing of the pod was there before and all of it was made.
 */
public record ActuationOutcome(
    boolean changedSomething,
    Set<String> started,
    Map<String, StartError> failed,
    @Nullable String failure,
    @Nullable Instant retryAt,
    @Nullable MadePod made) {

  public ActuationOutcome {
    started = Set.copyOf(started);
    failed = Map.copyOf(failed);
  }

  public ActuationOutcome(
      boolean changedSomething,
      Set<String> started,
      Map<String, StartError> failed,
      @Nullable String failure,
      @Nullable Instant retryAt) {
    this(changedSomething, started, failed, failure, retryAt, null);
  }

  public boolean succeeded() {
    return failed.isEmpty() && failure == null;
  }
}
