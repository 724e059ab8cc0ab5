package dev.jubelet.image;

import java.math.BigDecimal;
import java.time.Duration;

/** Writes a time to the millisecond as Go does, which is how events are known: {@code 1m2.5s}. */
final class GoDuration {
  private GoDuration() {}

  static String toMillis(Duration duration) {
    long millis = duration.toMillis();
    if (millis == 0) {
      return "0s";
    }
    if (millis < 1000) {
      return millis + "ms";
    }
    long hours = millis / 3_600_000;
    long minutes = millis / 60_000;
    String seconds =
        BigDecimal.valueOf(millis % 60_000, 3).stripTrailingZeros().toPlainString() + "s";
    if (minutes == 0) {
      return seconds;
    }
    return hours == 0 ? minutes + "m" + seconds : hours + "h" + minutes % 60 + "m" + seconds;
  }
}
