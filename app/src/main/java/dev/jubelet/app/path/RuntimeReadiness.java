package dev.jubelet.app.path;

import dev.jubelet.node.condition.RuntimeProblems;
import dev.jubelet.pod.pleg.RuntimeHealth;
import dev.jubelet.pod.pleg.RuntimeWatcher;

/** Whether pods can be worked on, as far as that is the runtime's matter. Thread: any. */
public record RuntimeReadiness(RuntimeHealth health, RuntimeWatcher watcher) {

  public static RuntimeReadiness of(PodPathAssembly path) {
    return new RuntimeReadiness(path.health, path.watcher);
  }

  /** As they are now. */
  public RuntimeProblems problems() {
    return new RuntimeProblems(
        health.sinceReady(), watcher.sinceListed(), health.problems().runtime());
  }
}
