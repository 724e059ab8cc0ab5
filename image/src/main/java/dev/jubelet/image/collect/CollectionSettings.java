package dev.jubelet.image.collect;

import java.time.Duration;

/**
 * When images are removed.
 *
 * @param highPercent used disk from which on images are removed
 * @param lowPercent used disk down to which they are removed
 * @param minimumAge how long an image must have been here before it is removed for space
 * @param maximumAge how long an image may be unused; zero when that does not matter
 * @param perHandler whether the same image is another one for each runtime handler
 */
public record CollectionSettings(
    int highPercent, int lowPercent, Duration minimumAge, Duration maximumAge, boolean perHandler) {

  /** Whether images are never removed unless pods would have to go otherwise. */
  public boolean isOff() {
    return highPercent == 100 && !hasMaximumAge();
  }

  boolean hasMaximumAge() {
    return maximumAge.isPositive();
  }
}
