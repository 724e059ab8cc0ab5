package dev.jubelet.image.collect;

/**
 * Told of images that were removed, so that they can be counted.
 *
 * <p>Thread: that of a pass; must neither block nor throw.
 */
@FunctionalInterface
public interface CollectionListener {
  void removed(DeletionReason reason);
}
