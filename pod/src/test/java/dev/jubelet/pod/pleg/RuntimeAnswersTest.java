package dev.jubelet.pod.pleg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.api.cri.ContainerStatus;
import dev.jubelet.api.cri.RuntimeFeatures;
import dev.jubelet.api.cri.RuntimeHandler;
import dev.jubelet.api.cri.RuntimeHandlerFeatures;
import dev.jubelet.api.cri.Signal;
import dev.jubelet.api.cri.StatusResponse;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuntimeAnswersTest {

  @Test
  void aRuntimeThatSaysNothingCanDoNothing() {
    assertThat(RuntimeAbilities.of(StatusResponse.getDefaultInstance()))
        .isEqualTo(RuntimeAbilities.NONE);
  }

  @Test
  void eachHandlerHasItsOwnAbilities() {
    StatusResponse status =
        StatusResponse.newBuilder()
            .setFeatures(RuntimeFeatures.newBuilder().setSupplementalGroupsPolicy(true))
            .addRuntimeHandlers(handler("", true))
            .addRuntimeHandlers(handler("runc", true))
            .addRuntimeHandlers(handler("old", false))
            .build();
    assertThat(RuntimeAbilities.of(status))
        .isEqualTo(new RuntimeAbilities(true, Set.of("", "runc"), Set.of()));
  }

  @Test
  void theStopSignalIsToldInThePodsWords() {
    ContainerStatus status =
        ContainerStatus.newBuilder().setStopSignal(Signal.SIGRTMINPLUS3).build();
    assertThat(ObservedMapping.container(status, "s", "").stopSignal()).isEqualTo("SIGRTMIN+3");
    assertThat(
            ObservedMapping.container(ContainerStatus.getDefaultInstance(), "s", "").stopSignal())
        .isEmpty();
  }

  private static RuntimeHandler handler(String name, boolean userNamespaces) {
    return RuntimeHandler.newBuilder()
        .setName(name)
        .setFeatures(RuntimeHandlerFeatures.newBuilder().setUserNamespaces(userNamespaces))
        .build();
  }
}
