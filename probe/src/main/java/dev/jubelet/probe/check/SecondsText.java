package dev.jubelet.probe.check;

import java.time.Duration;

/** Whole seconds as upstream's messages write them: {@code 1s}, {@code 1m20s}, {@code 1h0m0s}. */
final class SecondsText {

  private SecondsText() {}

  static String of(Duration time) {
    String seconds = time.toSecondsPart() + "s";
    if (time.toMinutes() == 0) {
      return seconds;
    }
    String minutes = time.toMinutesPart() + "m" + seconds;
    return time.toHours() == 0 ? minutes : time.toHours() + "h" + minutes;
  }
}
