package dev.jubelet.image.collect;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An image of the runtime with what is known of its use.
 *
 * @param key tells it from all others: its id, with the runtime handler where that matters
 * @param tags names with a tag
 * @param digests names with the digest that a registry gave; an image that was never pulled has
 *     none
 * @param guard why it may not go whoever uses it; empty when nothing keeps it
 * @param pods whose containers use it, dead ones included, as namespace/name
 * @param firstDetected when it was first seen; empty when it was here before this agent
 * @param lastUsed when a container was last seen to use it; empty when none was
 */
public record KnownImage(
    String key,
    String id,
    List<String> tags,
    List<String> digests,
    long sizeBytes,
    Optional<KeepReason> guard,
    List<String> pods,
    Optional<Instant> firstDetected,
    Optional<Instant> lastUsed) {

  /** Whether a container uses it now, also one that is not of a pod. */
  boolean isUsedAt(Instant now) {
    return lastUsed.filter(used -> !used.isBefore(now)).isPresent();
  }

  /**
   * Whether it has a name but was never pulled: somebody imported or built it here, and no registry
   * may have it. What an import has left without a name is of no use to anybody.
   */
  public boolean isImported() {
    return digests.isEmpty() && !tags.isEmpty();
  }

  /** The name that people know it by. */
  public String name() {
    if (!tags.isEmpty()) {
      return tags.getFirst();
    }
    return digests.isEmpty() ? id : digests.getFirst();
  }

  Instant lastUsedOrNever() {
    return lastUsed.orElse(Instant.MIN);
  }

  Instant firstDetectedOrBefore() {
    return firstDetected.orElse(Instant.MIN);
  }
}
