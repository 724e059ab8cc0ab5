package dev.jubelet.testing.lab;

import java.util.Optional;

/** Says whether this machine can run containers. */
public final class LabRequirements {
  private LabRequirements() {}

  /** The reason why it cannot, in words for a person; empty when it can. */
  public static Optional<String> missingFor(ContainerdGeneration generation) {
    LabCommand.Outcome outcome = LabScript.call("can", generation.number());
    return outcome.exitCode() == 0
        ? Optional.empty()
        : Optional.of((outcome.output() + outcome.errors()).strip());
  }
}
