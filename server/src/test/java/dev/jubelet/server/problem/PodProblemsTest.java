package dev.jubelet.server.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.base.Timeline;
import dev.jubelet.edge.usage.Filesystem;
import dev.jubelet.server.AgentView.Problem;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts as a problem, and the advice. */
final class PodProblemsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private static List<String> of(PodStatus status, Timeline.Entry... steps) {
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace("default")
            .withName("web")
            .endMetadata()
            .withStatus(status)
            .build();
    return new PodProblems(pod).list(List.of(steps)).stream().map(PodProblemsTest::text).toList();
  }

  private static String text(Problem problem) {
    return "%s %s: %s -> %s"
        .formatted(problem.kind(), problem.source(), problem.reason(), problem.advice());
  }

  private static PodStatus waiting(String reason, String message) {
    return new PodStatusBuilder()
        .withPhase("Running")
        .addNewContainerStatus()
        .withName("c")
        .withRestartCount(4)
        .withNewState()
        .withNewWaiting(message, reason)
        .endState()
        .withNewLastState()
        .withNewTerminated()
        .withExitCode(7)
        .withReason("Error")
        .endTerminated()
        .endLastState()
        .endContainerStatus()
        .build();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CrashLoopBackOff | x | crash loop default/web: container c ended 5 times, last with exit code 7 (Error) -> read `jubelet logs default/web -c c` and `jubelet explain default/web`
          ImagePullBackOff | no such host | image default/web: container c: ImagePullBackOff: no such host -> check the image's name, the registry and its credentials; the pull is retried
          CreateContainerConfigError | no secret | container default/web: container c: CreateContainerConfigError: no secret -> correct what the message names; the start is retried
          """)
  void aContainerThatCannotRunIsOne(String reason, String message, String problem) {
    assertThat(of(waiting(reason, message))).containsExactly(problem);
  }

  @Test
  void aStartIsNone() {
    assertThat(of(waiting("ContainerCreating", ""))).isEmpty();
    assertThat(of(new PodStatusBuilder().withPhase("Succeeded").build())).isEmpty();
    assertThat(of(new PodStatusBuilder().withPhase("Failed").build()))
        .as("a job that failed is told by explain")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          OutOfcpu              | lower the pod's requests, or end other pods
          PodFeatureUnsupported | remove the named fields from the manifest
          Other                 | correct the pod
          """)
  void aRefusedPodIsOne(String reason, String advice) {
    PodStatus status =
        new PodStatusBuilder()
            .withPhase("Failed")
            .withReason(reason)
            .withMessage("Pod was rejected: why ")
            .build();

    assertThat(of(status)).containsExactly("refused default/web: " + reason + ": why -> " + advice);
  }

  @Test
  void aWaitForVolumesIsOneWhileItLasts() {
    Timeline.Entry open =
        new Timeline.Entry("wait", "its volumes", START, null, null, "configmap x not found");
    Timeline.Entry over = new Timeline.Entry("wait", "its volumes", START, START, "", "y");
    Timeline.Entry container = new Timeline.Entry("wait", "c", START, null, null, "BackOff");

    assertThat(of(new PodStatusBuilder().withPhase("Pending").build(), open, over, container))
        .containsExactly(
            "volume default/web: configmap x not found -> see `jubelet explain default/web`");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 101, 100, 5, ''",
    "1000, 99, 100, 5, 0 MiB of 0 MiB are left",
    "2147483648, 104857600, 100, 5, 100 MiB of 2048 MiB are left",
    "1000, 500, 100, 4, 4 of 100 inodes are left",
    "1000, 500, 0, 0, ''"
  })
  void aDiskIsFullBelowUpstreamsThresholds(
      long capacity, long available, long inodes, long free, String reason) {
    Filesystem disk = new Filesystem(capacity, available, 0, inodes, free);

    assertThat(MachineProblems.disk(Path.of("/var"), disk).map(Problem::reason).orElse(""))
        .isEqualTo(reason);
  }

  @Test
  void aManifestTellsSinceWhenItIsBroken() {
    assertThat(MachineProblems.manifest("/a.yaml", "spec: bad", true, START))
        .isEqualTo(
            new Problem(
                "manifest",
                "/a.yaml",
                "spec: bad",
                "correct it; it is read again when it changes",
                START));
    assertThat(MachineProblems.manifest("/a", "x", false, START).kind())
        .isEqualTo("manifest warning");
  }
}
