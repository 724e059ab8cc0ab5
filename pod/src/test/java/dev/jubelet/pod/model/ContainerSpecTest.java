package dev.jubelet.pod.model;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.fixture.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerSpecTest {
  private final Pod pod =
      Pods.pod("web").init("i").sidecar("s").container("a").ephemeral("e").build();

  @Test
  void everyContainerKnowsItsKind() {
    assertThat(ContainerSpec.all(pod))
        .extracting(ContainerSpec::kind)
        .containsExactly(
            ContainerKind.INIT,
            ContainerKind.SIDECAR,
            ContainerKind.REGULAR,
            ContainerKind.EPHEMERAL);
  }

  @Test
  void containersAreFoundByName() {
    assertThat(ContainerSpec.find(pod, "e"))
        .map(ContainerSpec::kind)
        .contains(ContainerKind.EPHEMERAL);
    assertThat(ContainerSpec.find(pod, "x")).isEmpty();
  }

  @Test
  void onlyAnEphemeralContainerMayLookIntoAnother() {
    pod.getSpec().getEphemeralContainers().getFirst().setTargetContainerName("a");
    assertThat(ContainerSpec.find(pod, "e").orElseThrow().targetIn(pod)).contains("a");
    assertThat(ContainerSpec.find(pod, "a").orElseThrow().targetIn(pod)).isEmpty();
    pod.getSpec().getEphemeralContainers().getFirst().setTargetContainerName("");
    assertThat(ContainerSpec.find(pod, "e").orElseThrow().targetIn(pod)).isEmpty();
  }

  @Test
  void listsThatAreMissingInTheSpecAreEmpty() {
    pod.getSpec().setInitContainers(null);
    assertThat(ContainerSpec.init(pod)).isEmpty();
  }

  @Test
  void anEphemeralContainerLosesNothingInTheCommonShape() throws JsonProcessingException {
    ObjectMapper json = new ObjectMapper();
    String full =
        """
        {"name":"e","image":"i","imagePullPolicy":"Always","command":["c"],"args":["a"],
         "workingDir":"/w","env":[{"name":"n","value":"v"}],"envFrom":[{"prefix":"p"}],
         "ports":[{"containerPort":1}],"resources":{"limits":{"cpu":"1"}},
         "resizePolicy":[{"resourceName":"cpu","restartPolicy":"NotRequired"}],
         "restartPolicy":"Never","restartPolicyRules":[{"action":"Restart"}],
         "volumeMounts":[{"name":"v","mountPath":"/v"}],
         "volumeDevices":[{"name":"d","devicePath":"/d"}],
         "livenessProbe":{"periodSeconds":1},"readinessProbe":{"periodSeconds":2},
         "startupProbe":{"periodSeconds":3},"lifecycle":{"stopSignal":"SIGTERM"},
         "terminationMessagePath":"/t","terminationMessagePolicy":"File",
         "securityContext":{"runAsUser":1},"stdin":true,"stdinOnce":true,"tty":true}
        """;
    pod.getSpec().setEphemeralContainers(List.of(json.readValue(full, EphemeralContainer.class)));
    assertThat(ContainerSpec.ephemeral(pod).getFirst().container())
        .isEqualTo(json.readValue(full, Container.class));
  }
}
