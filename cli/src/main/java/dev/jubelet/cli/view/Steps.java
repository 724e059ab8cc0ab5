package dev.jubelet.cli.view;

import dev.jubelet.cli.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The steps of a pod's timeline, and questions about them; pure.
 *
 * @param all oldest first
 */
record Steps(List<Json> all) {
  private static final String WAIT = "wait";

  static Steps of(Json history) {
    return new Steps(history.at("steps").items());
  }

  /** Steps of this kind that are going on. */
  List<Json> open(String what) {
    return open().stream().filter(step -> step.at("what").text().equals(what)).toList();
  }

  private List<Json> open() {
    return all.stream().filter(step -> !step.at("end").isPresent()).toList();
  }

  /** The newest thing that goes on and is no wait. */
  Optional<Json> working() {
    return open().reversed().stream()
        .filter(step -> !step.at("what").text().equals(WAIT))
        .findFirst();
  }

  /** What is waited for under this name. */
  Optional<Json> wait(String detail) {
    return open(WAIT).stream().filter(step -> step.at("detail").text().equals(detail)).findFirst();
  }

  List<Json> waits() {
    return open(WAIT);
  }

  Optional<Json> newest(String what) {
    return all.reversed().stream().filter(step -> step.at("what").text().equals(what)).findFirst();
  }

  /** Whether all ends of the container that are known were with this code. */
  boolean onlyEndedWith(String container, long code) {
    String same = "exit code " + code;
    return all.stream()
        .filter(step -> step.at("what").text().equals("exit"))
        .filter(step -> step.at("detail").text().equals(container))
        .map(step -> step.at("outcome").text())
        .allMatch(outcome -> outcome.equals(same) || outcome.startsWith(same + " "));
  }

  /** Empty when the step has no end in sight. */
  static Optional<Duration> left(Json step, Instant now) {
    String until = step.at("until").text();
    return until.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.between(now, Instant.parse(until)));
  }

  static Duration since(Json step, Instant now) {
    Duration since = Duration.between(Instant.parse(step.at("start").text()), now);
    return since.isNegative() ? Duration.ZERO : since;
  }

  /** The step with what it is about. */
  static String called(Json step) {
    String detail = step.at("detail").text();
    return step.at("what").text() + (detail.isEmpty() ? "" : " " + detail);
  }
}
