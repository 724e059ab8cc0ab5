package dev.jubelet.pod.plan;

import java.time.Duration;

/** Durations as upstream's messages write them: {@code 10s}, {@code 1m20s}, {@code 5m0s}. Pure. */
final class DurationText {

  private DurationText() {}

  static String of(Duration duration) {
    if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
      return duration.isZero() ? "0s" : duration.toMillis() + "ms";
    }
    StringBuilder text = new StringBuilder();
    if (duration.toHours() > 0) {
      text.append(duration.toHours()).append('h');
    }
    if (duration.toMinutes() > 0) {
      text.append(duration.toMinutesPart()).append('m');
    }
    return text.append(seconds(duration)).append('s').toString();
  }

  private static String seconds(Duration duration) {
    int millis = duration.toMillisPart();
    return millis == 0
        ? Integer.toString(duration.toSecondsPart())
        : "%d.%03d".formatted(duration.toSecondsPart(), millis).replaceAll("0+$", "");
  }
}
