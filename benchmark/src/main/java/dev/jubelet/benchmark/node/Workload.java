package dev.jubelet.benchmark.node;

import dev.jubelet.testing.node.Manifests;

/** A pod with one container that runs a shell script. */
public record Workload(String script, String restartPolicy, long graceSeconds) {
  /** Runs until it is told to end, then ends at once. */
  public static final Workload WILLING =
      new Workload("trap 'exit 0' TERM; while :; do sleep 3600 & wait; done", "Always", 5);

  /** The same, and stays dead when it was killed. */
  public static final Workload MORTAL = new Workload(WILLING.script(), "Never", 5);

  /** Runs until it is killed. */
  public static final Workload STUBBORN =
      new Workload("trap '' TERM; while :; do sleep 3600 & wait; done", "Always", 2);

  public static final String CONTAINER = "main";

  public String manifest(String name, String image) {
    return Manifests.pod(name)
        .container(CONTAINER, image, script)
        .restartPolicy(restartPolicy)
        .graceSeconds(graceSeconds)
        .yaml();
  }
}
