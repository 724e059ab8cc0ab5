package dev.jubelet.image.collect;

import java.util.List;

/**
 * What a pass does.
 *
 * @param bytesToFree what the disk lacks; 0 when it lacks nothing
 * @param deletions in the order in which they go
 * @param kept all others
 */
public record CollectionPlan(long bytesToFree, List<Deletion> deletions, List<Kept> kept) {

  /** An image that goes. */
  public record Deletion(KnownImage image, DeletionReason reason) {}

  /** An image that stays. */
  public record Kept(KnownImage image, KeepReason reason) {}
}
