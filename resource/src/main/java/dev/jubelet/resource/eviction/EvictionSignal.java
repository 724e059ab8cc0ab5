package dev.jubelet.resource.eviction;

/** What told that a pod has to go, with the names that metrics have for it. */
public enum EvictionSignal {
  EMPTY_DIR_LIMIT("emptydirfs.limit"),
  POD_STORAGE_LIMIT("ephemeralpodfs.limit"),
  CONTAINER_STORAGE_LIMIT("ephemeralcontainerfs.limit");

  private final String wireName;

  EvictionSignal(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
