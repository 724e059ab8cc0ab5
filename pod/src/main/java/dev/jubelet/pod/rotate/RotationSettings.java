package dev.jubelet.pod.rotate;

import java.time.Duration;
import java.time.ZoneId;

/**
 * How logs are rotated.
 *
 * @param maxBytes a log of this size is rotated; negative when none ever is
 * @param maxFiles how many files a log may have, with the one that is written to
 * @param workers how many logs are rotated at a time
 * @param interval how often the sizes are looked at
 * @param zone in which rotated files are named
 */
public record RotationSettings(
    long maxBytes, int maxFiles, int workers, Duration interval, ZoneId zone) {
  /** Without rotation, files belong to whoever rotates them instead. */
  public boolean rotates() {
    return maxBytes >= 0;
  }
}
