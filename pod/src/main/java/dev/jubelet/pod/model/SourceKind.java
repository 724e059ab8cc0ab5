package dev.jubelet.pod.model;

/** Where a pod was read from. The wire name stands in the annotation {@link Annotations#SOURCE}. */
public enum SourceKind {
  FILE("file"),
  HTTP("http"),
  API("api");

  private final String wireName;

  SourceKind(String wireName) {
    this.wireName = wireName;
  }

  public String wireName() {
    return wireName;
  }
}
