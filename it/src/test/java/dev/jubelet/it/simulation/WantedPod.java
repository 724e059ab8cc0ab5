package dev.jubelet.it.simulation;

import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the simulation did to one static pod, and so what is to become of it. A changed manifest is
 * another pod, whose history begins anew.
 */
final class WantedPod {
  static final String IMAGE = "localhost/simulation/program:1";

  private final String name;
  private final String restartPolicy;
  private final List<String> containers;
  private final int version;
  private final Map<String, Integer> restarts = new HashMap<>();
  private String phase = "Running";

  WantedPod(String name, String restartPolicy, List<String> containers, int version) {
    this.name = name;
    this.restartPolicy = restartPolicy;
    this.containers = containers;
    this.version = version;
  }

  /** A mix of all kinds. */
  static WantedPod number(int n) {
    String policy =
        switch (n % 10) {
          case 0 -> "Never";
          case 1 -> "OnFailure";
          default -> "Always";
        };
    boolean two = n % 3 == 0 && policy.equals("Always");
    return new WantedPod("pod-" + n, policy, two ? List.of("main", "side") : List.of("main"), 1);
  }

  WantedPod changed() {
    return new WantedPod(name, restartPolicy, containers, version + 1);
  }

  String fullName() {
    return name + "-" + SimulatedAgent.NODE;
  }

  String file() {
    return name + ".yaml";
  }

  String manifest() {
    Manifests manifest = Manifests.pod(name).restartPolicy(restartPolicy);
    containers.forEach(c -> manifest.container(c, IMAGE, "run version " + version));
    return manifest.yaml();
  }

  boolean hasEnded() {
    return !phase.equals("Running");
  }

  /** One of its containers ended by itself. */
  void exited(String container, int code) {
    boolean again =
        switch (restartPolicy) {
          case "Always" -> true;
          case "OnFailure" -> code != 0;
          default -> false;
        };
    if (again) {
      restarts.merge(container, 1, Integer::sum);
    } else {
      phase = code == 0 ? "Succeeded" : "Failed";
    }
  }

  /** The agent died between making a container and starting it: that start counts, as upstream. */
  void startWasLost(String container) {
    restarts.merge(container, 1, Integer::sum);
  }

  /** Whether the agent says of the pod what the history demands. */
  boolean matches(Pod pod) {
    return pod.getStatus() != null
        && phase.equals(pod.getStatus().getPhase())
        && TestNode.isReady(pod) != hasEnded()
        && pod.getSpec().getContainers().getFirst().getCommand().toString().contains(program())
        && pod.getStatus().getContainerStatuses().size() == containers.size()
        && pod.getStatus().getContainerStatuses().stream().allMatch(this::matches);
  }

  private String program() {
    return "run version " + version + "]";
  }

  private boolean matches(ContainerStatus status) {
    return restarts.getOrDefault(status.getName(), 0).equals(status.getRestartCount())
        && (status.getState().getRunning() != null) != hasEnded();
  }

  @Override
  public String toString() {
    return name + " " + restartPolicy + " v" + version + " " + phase + " restarts " + restarts;
  }
}
