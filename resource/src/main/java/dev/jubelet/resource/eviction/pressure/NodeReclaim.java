package dev.jubelet.resource.eviction.pressure;

/** Frees disks of what nobody uses, before a pod has to go. Thread: the eviction lane; blocks. */
public interface NodeReclaim {

  /** Removes all containers that have ended and that nobody needs any more. */
  void deleteUnusedContainers();

  /** Removes all images that no container uses. */
  void deleteUnusedImages();
}
