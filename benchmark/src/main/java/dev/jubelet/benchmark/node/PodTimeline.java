package dev.jubelet.benchmark.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the agent did for a pod, by its own clock, oldest step first. */
public record PodTimeline(String uid, List<Step> steps) {

  /** One step; {@code end} is null while it runs. */
  public record Step(String what, String detail, Instant start, @Nullable Instant end) {
    public Duration took() {
      return end == null ? Duration.ZERO : Duration.between(start, end);
    }

    /** Its end, or its start while it runs. */
    public Instant finished() {
      return start.plus(took());
    }
  }

  public PodTimeline {
    steps = List.copyOf(steps);
  }

  /** Reads the JSON of the agent's local socket. */
  public static PodTimeline parse(JsonNode history) {
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : history.path("steps")) {
      steps.add(
          new Step(
              step.path("what").asText(),
              step.path("detail").asText(),
              Instant.parse(step.path("start").asText()),
              step.has("end") ? Instant.parse(step.path("end").asText()) : null));
    }
    return new PodTimeline(history.path("uid").asText(), steps);
  }

  public Optional<Step> find(String what) {
    return steps.stream().filter(step -> step.what().equals(what)).findFirst();
  }

  public boolean isReady() {
    return find("ready").isPresent();
  }

  public Instant seen() {
    return at("seen");
  }

  public Instant ready() {
    return at("ready");
  }

  private Instant at(String what) {
    return get(what).start();
  }

  /** The first step of that kind, which must be there. */
  public Step get(String what) {
    return find(what)
        .orElseThrow(() -> new BenchException("the timeline has no step '" + what + "': " + steps));
  }
}
