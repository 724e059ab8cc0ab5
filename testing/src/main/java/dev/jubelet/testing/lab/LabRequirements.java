package dev.jubelet.testing.lab;

import java.util.Optional;

/** Says whether this machine can run the real components. */
public final class LabRequirements {
  private LabRequirements() {}

  /** The reason why it cannot run containers, in words for a person; empty when it can. */
  public static Optional<String> missingFor(ContainerdGeneration generation) {
    return LabScript.CONTAINERD.missing(generation.number());
  }

  /** The same for a control plane. */
  public static Optional<String> missingForControlPlane() {
    return LabScript.CONTROL_PLANE.missing();
  }
}
