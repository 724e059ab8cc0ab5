package dev.jubelet.pod.model;

/** Which config map or secret. */
public record ObjectKey(ObjectKind kind, String namespace, String name) {
  @Override
  public String toString() {
    return kind.wireName() + " " + namespace + "/" + name;
  }
}
