package dev.jubelet.it.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.ContainerStateWaiting;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pods that cannot run say why in upstream's words, and hold up nobody. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Rule("4.9")
final class BadPodIT extends LifecycleSuite {
  BadPodIT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  @Rule("10.6")
  void anImageThatIsNowhereIsPulledMoreAndMoreRarely() {
    String absent = "localhost/jubelet/absent:1";
    node.apply(Manifests.pod("absent").running("main", absent), "absent");
    ContainerStateWaiting waiting = awaitWaiting("absent", "main", "ErrImagePull");
    assertThat(waiting.getMessage()).contains(absent);
    waiting = awaitWaiting("absent", "main", "ImagePullBackOff");
    assertThat(waiting.getMessage()).startsWith("Back-off pulling image \"" + absent + "\"");
    aNeighbourIsNotHeldUp("beside-absent");
  }

  @Test
  @Rule("10.6")
  void anImageThatMayNotBePulled() {
    String absent = "localhost/jubelet/absent:2";
    node.apply(Manifests.pod("never").running("main", absent).pullPolicy("Never"), "never");
    assertThat(awaitWaiting("never", "main", "ErrImageNeverPull").getMessage())
        .isEqualTo("Container image \"" + absent + "\" is not present with pull policy of Never");
    aNeighbourIsNotHeldUp("beside-never");
    node.apply(Manifests.pod("local").running("main", image()).pullPolicy("Never"), "local");
    node.awaitReady("local");
  }

  @Test
  @Rule("10.6")
  void anImageWhoseNameIsNone() {
    node.apply(Manifests.pod("misnamed").running("main", "NOT/An::image"), "misnamed");
    assertThat(awaitWaiting("misnamed", "main", "InvalidImageName").getMessage())
        .startsWith(
            "Failed to apply default image tag \"NOT/An::image\": couldn't parse image name");
    aNeighbourIsNotHeldUp("beside-misnamed");
  }

  @Test
  @Rule({"7.5", "7.6"})
  void aProgramThatIsNotInTheImage() {
    node.apply(
        "lost.yaml",
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: lost}
        spec:
          containers:
          - {name: main, image: "%s", imagePullPolicy: Never, command: [/no/such/program]}
        """
            .formatted(image()));
    assertThat(awaitWaiting("lost", "main", "RunContainerError", "CrashLoopBackOff").getMessage())
        .isNotBlank();
    Pod pod = awaitStatus("lost", "main", "failed", s -> s.getLastState().getTerminated() != null);
    assertThat(status(pod, "main").getLastState().getTerminated().getReason())
        .isEqualTo("StartError");
    assertThat(status(pod, "main").getLastState().getTerminated().getExitCode()).isEqualTo(128);
    assertThat(status(pod, "main").getLastState().getTerminated().getMessage())
        .contains("/no/such/program");
    aNeighbourIsNotHeldUp("beside-lost");
  }

  @Test
  void aVolumeThatDoesNotComeIsToldInAnEvent() {
    node.apply(
        Manifests.pod("unmounted")
            .spec("  volumes: [{name: v, hostPath: {path: /no/such/path, type: Directory}}]")
            .running("main", image())
            .with("volumeMounts: [{name: v, mountPath: /v}]"),
        "unmounted");
    node.await("the event is there", () -> !events("unmounted", "FailedMount").isEmpty());
    assertThat(awaitWaiting("unmounted", "main", "ContainerCreating")).isNotNull();
    aNeighbourIsNotHeldUp("beside-unmounted");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sysctl | SysctlForbidden | securityContext: {sysctls: [{name: kernel.msgmax, value: '1'}]}",
        "selector | NodeAffinity | nodeSelector: {no: where}",
        "windows | PodOSNotSupported | os: {name: windows}",
      })
  @Rule("5.1")
  void whatMayNotRunHereFailsWithItsReason(String name, String reason, String spec) {
    node.apply(Manifests.pod(name).spec("  " + spec).running("main", image()), name);
    Pod pod = node.awaitPhase(name, "Failed");
    assertThat(pod.getStatus().getReason()).isEqualTo(reason);
    assertThat(pod.getStatus().getMessage()).isNotBlank();
    assertThat(runtime.sandboxes(name)).isEmpty();
    aNeighbourIsNotHeldUp("beside-" + name);
  }

  @Test
  void aHostPortThatIsTakenIsNotGivenTwice() {
    String port = "ports: [{containerPort: 80, hostPort: 28080}]";
    node.apply(Manifests.pod("holder").running("main", image()).with(port), "holder");
    node.awaitReady("holder");
    node.apply(Manifests.pod("latecomer").running("main", image()).with(port), "latecomer");
    assertThat(node.awaitPhase("latecomer", "Failed").getStatus().getReason())
        .isEqualTo("NodePorts");
    node.awaitReady("holder");
  }
}
