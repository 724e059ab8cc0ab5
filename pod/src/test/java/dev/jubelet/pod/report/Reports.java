package dev.jubelet.pod.report;

import dev.jubelet.pod.model.Annotations;
import dev.jubelet.pod.model.PodReport;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;

/** Pods and what is to be told of them, for tests. */
final class Reports {
  static final String TIME = "2026-01-01T00:00:00Z";

  private Reports() {}

  static Pod pod(String name) {
    return new PodBuilder()
        .withApiVersion("v1")
        .withKind("Pod")
        .withNewMetadata()
        .withNamespace("ns")
        .withName(name)
        .withUid("uid-" + name)
        .addToAnnotations(Annotations.SOURCE, "api")
        .endMetadata()
        .withNewSpec()
        .withRestartPolicy("Always")
        .addNewContainer()
        .withName("main")
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase("Pending")
        .endStatus()
        .build();
  }

  static Pod deleted(Pod pod) {
    return new PodBuilder(pod)
        .editMetadata()
        .withDeletionTimestamp(TIME)
        .withDeletionGracePeriodSeconds(30L)
        .endMetadata()
        .build();
  }

  static Pod with(Pod pod, PodStatus status) {
    return new PodBuilder(pod).withStatus(status).build();
  }

  static Pod policy(Pod pod, String restartPolicy) {
    return new PodBuilder(pod).editSpec().withRestartPolicy(restartPolicy).endSpec().build();
  }

  static PodStatusBuilder status(String phase, ContainerStatus... containers) {
    return new PodStatusBuilder().withPhase(phase).withContainerStatuses(containers);
  }

  static PodCondition condition(String type, String status) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withLastTransitionTime(TIME)
        .build();
  }

  static ContainerStatus running() {
    return container()
        .withState(
            new ContainerStateBuilder().withNewRunning().withStartedAt(TIME).endRunning().build())
        .build();
  }

  static ContainerStatus terminated(int exitCode) {
    return container()
        .withState(
            new ContainerStateBuilder()
                .withNewTerminated()
                .withExitCode(exitCode)
                .endTerminated()
                .build())
        .build();
  }

  private static ContainerStatusBuilder container() {
    return new ContainerStatusBuilder().withName("main").withReady(true).withRestartCount(0);
  }

  static PodReport report(Pod pod, PodStatus status) {
    return new PodReport(pod, status, false);
  }

  static PodReport last(Pod pod, PodStatus status) {
    return new PodReport(pod, status, true);
  }
}
