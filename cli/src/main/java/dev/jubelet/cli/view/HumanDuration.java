package dev.jubelet.cli.view;

import java.time.Duration;
import java.util.Locale;

/** Durations as people read them. */
public final class HumanDuration {
  private HumanDuration() {}

  /** An age in one or two units, coarser the older it is, as kubectl shows it. */
  public static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    long minutes = seconds / 60;
    long hours = minutes / 60;
    long days = hours / 24;
    if (seconds < 120) {
      return seconds + "s";
    } else if (minutes < 10) {
      return two(minutes, "m", seconds % 60, "s");
    } else if (minutes < 180) {
      return minutes + "m";
    } else if (hours < 8) {
      return two(hours, "h", minutes % 60, "m");
    } else if (hours < 48) {
      return hours + "h";
    } else if (days < 8) {
      return two(days, "d", hours % 24, "h");
    } else if (days < 2 * 365) {
      return days + "d";
    }
    return two(days / 365, "y", days % 365, "d");
  }

  /** What is left of a wait: whole seconds, rounded up, and coarser when there are many. */
  public static String seconds(Duration left) {
    long seconds = Math.max(0, left.plusMillis(999).toSeconds());
    return seconds < 120 ? seconds + " s" : age(Duration.ofSeconds(seconds));
  }

  private static String two(long coarse, String unit, long fine, String fineUnit) {
    return fine == 0 ? coarse + unit : coarse + unit + fine + fineUnit;
  }

  /** How long a step took: milliseconds below a second, else seconds with two digits. */
  public static String took(Duration duration) {
    long millis = duration.toMillis();
    return millis < 1000
        ? millis + "ms"
        : String.format(Locale.ROOT, "%.2fs", duration.toNanos() / 1e9);
  }

  /** When a step began after the first one. */
  public static String offset(Duration duration) {
    return String.format(Locale.ROOT, "+%.3fs", duration.toNanos() / 1e9);
  }
}
