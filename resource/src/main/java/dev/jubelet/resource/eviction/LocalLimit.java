package dev.jubelet.resource.eviction;

import org.jspecify.annotations.Nullable;

/**
 * One limit of a pod. The sentences are what other programs know, down to the space at their end.
 * Pure.
 */
sealed interface LocalLimit {

  StorageLimit amount();

  /** Bytes used of it; null when that is not known. */
  @Nullable Long used(LocalUsage usage);

  /** What becomes of a pod that uses more. */
  Eviction eviction();

  /** Of an empty volume. */
  record OfVolume(String name, StorageLimit amount) implements LocalLimit {
    @Override
    public @Nullable Long used(LocalUsage usage) {
      return usage.volumes().get(name);
    }

    @Override
    public Eviction eviction() {
      return new Eviction(
          EvictionSignal.EMPTY_DIR_LIMIT,
          "Usage of EmptyDir volume \"%s\" exceeds the limit \"%s\". "
              .formatted(name, amount.text()));
    }
  }

  /** Of all containers, volumes included. */
  record OfPod(StorageLimit amount) implements LocalLimit {
    @Override
    public @Nullable Long used(LocalUsage usage) {
      return usage.pod();
    }

    @Override
    public Eviction eviction() {
      return new Eviction(
          EvictionSignal.POD_STORAGE_LIMIT,
          "Pod ephemeral local storage usage exceeds the total limit of containers %s. "
              .formatted(amount.text()));
    }
  }

  /** Of a container without its volumes. */
  record OfContainer(String name, StorageLimit amount) implements LocalLimit {
    @Override
    public @Nullable Long used(LocalUsage usage) {
      return usage.containers().get(name);
    }

    @Override
    public Eviction eviction() {
      return new Eviction(
          EvictionSignal.CONTAINER_STORAGE_LIMIT,
          "Container %s exceeded its local ephemeral storage limit \"%s\". "
              .formatted(name, amount.text()));
    }
  }
}
