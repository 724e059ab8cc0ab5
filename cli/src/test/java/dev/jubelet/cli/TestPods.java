package dev.jubelet.cli;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.stream.Stream;

/** Pods in the states that tests need. */
public final class TestPods {
  private TestPods() {}

  public static PodBuilder pod(String namespace, String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .withUid("uid-" + name)
        .withCreationTimestamp("2026-01-01T00:00:00Z")
        .endMetadata()
        .withNewSpec()
        .withNodeName("node1")
        .addNewContainer()
        .withName("c")
        .endContainer()
        .endSpec();
  }

  public static Pod running(String namespace, String name) {
    return pod(namespace, name)
        .withNewStatus()
        .withPhase("Running")
        .withPodIP("10.0.0.7")
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .addNewContainerStatus()
        .withName("c")
        .withReady(true)
        .withRestartCount(2)
        .withContainerID("containerd://id")
        .withNewState()
        .withNewRunning()
        .endRunning()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  /** Ended with 7 twice, and waits. */
  public static Pod crashed(String namespace, String name) {
    return pod(namespace, name)
        .withNewStatus()
        .withPhase("Running")
        .addNewContainerStatus()
        .withName("c")
        .withRestartCount(1)
        .withNewState()
        .withNewWaiting("back-off", "CrashLoopBackOff")
        .endState()
        .withNewLastState()
        .withNewTerminated()
        .withExitCode(7)
        .withReason("Error")
        .withContainerID("containerd://last")
        .endTerminated()
        .endLastState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  public static Pod ended(String namespace, String name, int... codes) {
    boolean failed = false;
    ContainerStatus[] statuses = new ContainerStatus[codes.length];
    for (int i = 0; i < codes.length; i++) {
      failed |= codes[i] != 0;
      statuses[i] = terminated("c" + i, codes[i]);
    }
    return pod(namespace, name)
        .editSpec()
        .withContainers(
            Stream.of(statuses)
                .map(status -> new ContainerBuilder().withName(status.getName()).build())
                .toList())
        .endSpec()
        .withNewStatus()
        .withPhase(failed ? "Failed" : "Succeeded")
        .addToContainerStatuses(statuses)
        .endStatus()
        .build();
  }

  public static Pod rejected(String namespace, String name) {
    return pod(namespace, name)
        .withNewStatus()
        .withPhase("Failed")
        .withReason("OutOfcpu")
        .withMessage("Node didn't have enough resource: cpu")
        .endStatus()
        .build();
  }

  /** A pod whose image cannot be had. */
  public static Pod waiting(String namespace, String name, String why) {
    return pod(namespace, name)
        .withNewStatus()
        .withPhase("Pending")
        .addNewContainerStatus()
        .withName("c")
        .withNewState()
        .withNewWaiting(why, "ErrImagePull")
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  private static ContainerStatus terminated(String name, int code) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withContainerID("containerd://id-" + name)
        .withReady(false)
        .withNewState()
        .withNewTerminated()
        .withExitCode(code)
        .withContainerID("containerd://id-" + name)
        .withReason(code == 0 ? "Completed" : "Error")
        .endTerminated()
        .endState()
        .build();
  }
}
