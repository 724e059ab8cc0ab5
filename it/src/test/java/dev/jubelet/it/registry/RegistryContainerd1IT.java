package dev.jubelet.it.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import org.junit.jupiter.api.Test;

/** The same in short on containerd 1. */
@NeedsContainerd(ContainerdGeneration.ONE)
final class RegistryContainerd1IT extends RegistrySuite {
  RegistryContainerd1IT(PrivateContainerd containerd) {
    super(containerd);
  }

  @Test
  void aPrivateImageIsForPodsThatCanPullIt() {
    node.startKubelet();
    secret("good", GOOD);
    String image = push("team/app", BASIC) + ":1";
    pod("owner", image, "IfNotPresent", "good");
    node.awaitReady("owner");
    int asked = registry.requests().size();
    pod("colleague", image, "IfNotPresent", "good");
    node.awaitReady("colleague");
    assertThat(registry.requests()).as("the record is enough").hasSize(asked);
    pod("outsider", image, "IfNotPresent");
    assertThat(awaitRefused("outsider").getMessage()).contains("401");
    pod("lurker", image, "Never");
    awaitWaiting("lurker", "ErrImageNeverPull");
  }
}
