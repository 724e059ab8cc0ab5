package dev.jubelet.pod.model;

/** In which list of the pod's spec a container stands, and whether an init container stays. */
public enum ContainerKind {
  INIT("initContainers"),
  SIDECAR("initContainers"),
  REGULAR("containers"),
  EPHEMERAL("ephemeralContainers");

  private final String specField;

  ContainerKind(String specField) {
    this.specField = specField;
  }

  public String specField() {
    return specField;
  }
}
