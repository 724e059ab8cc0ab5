package dev.jubelet.pod.plan;

import dev.jubelet.pod.model.KillReason;

/** The words of the event Killing. Pure. */
final class KillMessages {

  private KillMessages() {}

  static String unknown() {
    return "Container is in \"unknown\" state, try killing it before restart";
  }

  static String unknownInit() {
    return "Init container is in \"unknown\" state, try killing it before restart";
  }

  static String of(String what, String name, KillReason reason) {
    return what + " " + name + " " + cause(reason);
  }

  private static String cause(KillReason reason) {
    return switch (reason) {
      case SPEC_CHANGED -> "definition changed";
      case LIVENESS_FAILED -> "failed liveness probe";
      case STARTUP_FAILED -> "failed startup probe";
      case DUPLICATE -> "runs twice, stopping the older one";
      case UNKNOWN_STATE, RESTART_ALL_CONTAINERS, POST_START_FAILED, POD_ENDS -> "is stopped";
    };
  }
}
