package dev.jubelet.pod.admit;

import dev.jubelet.pod.model.Admission;
import java.util.function.BooleanSupplier;

/** A machine that is about to go down takes no more pods, not even its own. */
final class ShutdownRule implements AdmissionRule {
  private final BooleanSupplier shuttingDown;

  ShutdownRule(BooleanSupplier shuttingDown) {
    this.shuttingDown = shuttingDown;
  }

  @Override
  public Admission check(Candidate candidate) {
    return shuttingDown.getAsBoolean()
        ? new Admission.Rejected("NodeShutdown", "Pod was rejected as the node is shutting down.")
        : Admission.ADMITTED;
  }
}
