package dev.jubelet.pod.status;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as the API writes them: UTC, whole seconds. Pure. */
final class ApiTimes {

  private ApiTimes() {}

  static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static @Nullable String textOrNull(@Nullable Instant time) {
    return time == null ? null : text(time);
  }
}
