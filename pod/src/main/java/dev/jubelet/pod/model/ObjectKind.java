package dev.jubelet.pod.model;

/** The two kinds of objects whose values pods may use. */
public enum ObjectKind {
  CONFIG_MAP("ConfigMap", "configmap"),
  SECRET("Secret", "secret");

  private final String wireName;
  private final String resource;

  ObjectKind(String wireName, String resource) {
    this.wireName = wireName;
    this.resource = resource;
  }

  /** The word in the field {@code kind}. */
  public String wireName() {
    return wireName;
  }

  /** The word that messages about a missing object begin with. */
  public String resource() {
    return resource;
  }
}
