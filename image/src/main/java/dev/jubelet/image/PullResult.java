package dev.jubelet.image;

import java.time.Duration;

/** How a pull ended; one that its thread gave up has no result. */
sealed interface PullResult {

  /** The runtime has the image under this reference; the time is without waiting. */
  record Pulled(String imageRef, Duration took) implements PullResult {}

  record Failed(PullFailure failure) implements PullResult {}
}
