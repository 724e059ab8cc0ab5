package dev.jubelet.image;

import java.time.Duration;

/** How a pull ended. */
sealed interface PullResult {

  /** Without a login. */
  int ANONYMOUS = -1;

  /**
   * The runtime has the image under this reference.
   *
   * @param took without waiting
   * @param login which of those given opened the registry, or {@link #ANONYMOUS}
   */
  record Pulled(String imageRef, Duration took, int login) implements PullResult {}

  /**
   * @param certain whether the runtime said so; if not, it may have pulled the image all the same
   */
  record Failed(PullFailure failure, boolean certain) implements PullResult {}

  /** The thread was interrupted while the runtime pulled, and still is. */
  record Abandoned() implements PullResult {}
}
