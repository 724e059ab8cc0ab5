package dev.jubelet.probe;

import dev.jubelet.pod.model.ObservedContainer;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.model.ObservedSandbox;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Pods with probes, and readings of them. */
final class ProbedPod {
  private ProbedPod() {}

  static Pod of(String uid, Container... containers) {
    return new PodBuilder()
        .withNewMetadata()
        .withName("web")
        .withNamespace("default")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .withContainers(containers)
        .endSpec()
        .build();
  }

  static ContainerBuilder container(String name) {
    return new ContainerBuilder().withName(name);
  }

  /** A probe every 10 s that runs a command of this name. */
  static Probe exec(String command) {
    return new ProbeBuilder()
        .withNewExec()
        .withCommand(command)
        .endExec()
        .withPeriodSeconds(10)
        .withFailureThreshold(2)
        .build();
  }

  static ObservedPod reading(Pod pod, Instant at, ObservedContainer... containers) {
    return new ObservedPod(
        PodUid.of(pod),
        PodKey.of(pod),
        List.of(new ObservedSandbox("s1", 0, true, at, false, List.of("127.0.0.1"), "")),
        List.of(containers),
        at);
  }

  static ObservedContainer running(String name, String id, Instant startedAt) {
    return container(name, id, ObservedContainer.State.RUNNING, startedAt);
  }

  static ObservedContainer exited(String name, String id, Instant startedAt) {
    return container(name, id, ObservedContainer.State.EXITED, startedAt);
  }

  private static ObservedContainer container(
      String name, String id, ObservedContainer.State state, Instant startedAt) {
    return new ObservedContainer(
        id, name, "s1", state, 0, "", startedAt, startedAt, null, 0, "", "", "", "", "", Map.of(),
        null, null, "");
  }
}
