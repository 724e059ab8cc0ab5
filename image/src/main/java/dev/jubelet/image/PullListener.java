package dev.jubelet.image;

import java.time.Duration;

/**
 * Told of what is done for images, so that it can be counted and timed.
 *
 * <p>Thread: the lanes of the pods; must neither block nor throw.
 */
public interface PullListener {
  /** Nobody listens. */
  PullListener UNHEARD =
      new PullListener() {
        @Override
        public void asked(String policy, Known present, Known pulls) {}

        @Override
        public void pulled(Duration took, long imageBytes) {}
      };

  /** Yes, no, or not looked at. */
  enum Known {
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** A container asked for its image: whether it was there, and whether it has to be pulled. */
  void asked(String policy, Known present, Known pulls);

  /** A pull has succeeded. */
  void pulled(Duration took, long imageBytes);
}
