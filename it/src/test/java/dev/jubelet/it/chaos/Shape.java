package dev.jubelet.it.chaos;

import java.util.List;

/**
 * The parts of a random pod that stay when its manifest is edited. The lists hold the programs of
 * its init containers, sidecars and containers; the regular ones either all last or all end.
 */
record Shape(
    String restartPolicy,
    int graceSeconds,
    List<Program> inits,
    List<Program> sidecars,
    List<Program> mains,
    boolean probes,
    boolean hooks) {

  /** What becomes of the pod when nobody touches it. */
  Outcome outcome() {
    if (mains.getFirst().isLasting()) {
      return Outcome.READY;
    }
    boolean crashes = mains.contains(Program.CRASHES);
    return switch (restartPolicy) {
      case "Never" -> crashes ? Outcome.FAILED : Outcome.SUCCEEDED;
      case "OnFailure" -> crashes ? Outcome.RESTARTING : Outcome.SUCCEEDED;
      default -> Outcome.RESTARTING;
    };
  }
}
