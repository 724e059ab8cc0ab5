package dev.jubelet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.cli.http.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodCountsTest {
  private static final String READY = "{ready: true, started: true, state: {running: {}}";
  private static final String WAITS = "{ready: false, started: false, state: {waiting: {}}";
  private static final String DONE = "{ready: true, state: {terminated: {exitCode: 0}}";
  private static final String FAILED = "{ready: false, state: {terminated: {exitCode: 1}}";

  /** The pod has an init container, a sidecar after it and two regular containers. */
  @ParameterizedTest(name = "{0}, {1}, {2}, {3}, initialized {4}: {5} restarts {6}")
  @CsvSource({
    "WAITS, WAITS, WAITS, WAITS, False, 0/3, 1",
    "FAILED, WAITS, WAITS, WAITS, False, 0/3, 1",
    "DONE, WAITS, WAITS, WAITS, False, 0/3, 11",
    "DONE, READY, WAITS, WAITS, True, 1/3, 1110",
    "DONE, READY, READY, WAITS, True, 2/3, 1110",
    "DONE, READY, READY, READY, True, 3/3, 1110",
    "DONE, WAITS, READY, READY, True, 2/3, 1110",
    "DONE, READY, DONE, READY, True, 2/3, 1110",
  })
  void containersAreCountedAsKubectlDoes(
      String init,
      String sidecar,
      String first,
      String second,
      String initialized,
      String ready,
      long restarts) {
    String pod =
        ("{spec: {initContainers: [{name: i}, {name: s, restartPolicy: Always}], containers: [{},"
                + " {}]}, status: {conditions: [{type: Initialized, status: %s}],"
                + " initContainerStatuses: [%s, name: i, restartCount: 1}, %s, name: s,"
                + " restartCount: 10}], containerStatuses: [%s, restartCount: 100}, %s,"
                + " restartCount: 1000}]}}")
            .formatted(initialized, state(init), state(sidecar), state(first), state(second));
    PodCounts counts = PodCounts.of(Json.parse(quoted(pod)));
    assertThat(counts.ready() + "/" + counts.containers()).isEqualTo(ready);
    assertThat(counts.restarts()).isEqualTo(restarts);
  }

  private static String state(String word) {
    return switch (word) {
      case "READY" -> READY;
      case "WAITS" -> WAITS;
      case "DONE" -> DONE;
      case "FAILED" -> FAILED;
      default -> throw new IllegalArgumentException(word);
    };
  }

  /** Words are easier to read without their quotes. */
  private static String quoted(String text) {
    return text.replaceAll("([A-Za-z]+)", "\"$1\"")
        .replace("\"true\"", "true")
        .replace("\"false\"", "false");
  }
}
