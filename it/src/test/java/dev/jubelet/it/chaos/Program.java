package dev.jubelet.it.chaos;

import dev.jubelet.testing.node.Manifests;

/** What a container of a random pod does. */
enum Program {
  STAYS(Manifests.STAY, true),
  STUBBORN("trap '' TERM; while :; do sleep 3600 & wait; done", true),
  COMPLETES("sleep 0.3; exit 0", false),
  CRASHES("exit 3", false),
  /** Fails the first time in a pod that has the volume, then succeeds. */
  FAILS_ONCE("test -e /work/tried || { touch /work/tried; exit 1; }", false);

  private final String script;
  private final boolean lasting;

  Program(String script, boolean lasting) {
    this.script = script;
    this.lasting = lasting;
  }

  String script() {
    return script;
  }

  boolean isLasting() {
    return lasting;
  }
}
