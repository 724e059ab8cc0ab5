package dev.jubelet.server.auth.review;

import java.time.Duration;

/** Hears how questions are answered. Called by any thread. */
public interface CachedReviewMeter {
  /** Counts nothing. */
  CachedReviewMeter NONE =
      new CachedReviewMeter() {
        @Override
        public void answered(boolean fromMemory, Duration took) {}

        @Override
        public void waiting(int change) {}

        @Override
        public void asking(int change) {}

        @Override
        public void asked(boolean answered) {}
      };

  /** Somebody has an answer, or knows that there is none. */
  void answered(boolean fromMemory, Duration took);

  /** One more or one less waits until somebody was asked. */
  void waiting(int change);

  /** One more or one less question is being asked. */
  void asking(int change);

  /** A question was asked, with or without success. */
  void asked(boolean answered);
}
