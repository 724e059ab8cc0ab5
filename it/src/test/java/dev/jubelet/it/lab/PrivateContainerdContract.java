package dev.jubelet.it.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.PrivateContainerd;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What a test may expect from a private containerd of either generation. */
abstract class PrivateContainerdContract {

  @Test
  void answersOnItsOwnSocket(PrivateContainerd containerd) {
    assertThat(containerd.endpoint()).isEqualTo("unix://" + containerd.socket());
    assertThat(containerd.ctr("version"))
        .contains("Server:")
        .contains(" " + containerd.generation().number() + ".");
  }

  @Test
  void holdsTheOfflineImages(PrivateContainerd containerd) {
    assertThat(containerd.ctr("images", "list", "-q").lines())
        .contains(containerd.image(), containerd.nextImage(), containerd.sandboxImage());
  }

  @Test
  void offersCri(PrivateContainerd containerd) {
    assertThat(containerd.ctr("plugins", "list").lines())
        .anyMatch(line -> line.matches("io\\.containerd\\.grpc\\.v1\\s+cri\\s.*\\bok\\s*"));
  }

  @Test
  void comesBackAfterACrash(PrivateContainerd shared) {
    try (PrivateContainerd containerd = PrivateContainerd.start(shared.generation())) {
      containerd.stopDaemon();
      containerd.startDaemon();

      assertThat(containerd.ctr("images", "list", "-q")).contains(containerd.image());
    }
  }

  @Test
  void leavesNothingAndMayBeClosedTwice(PrivateContainerd shared) {
    PrivateContainerd containerd = PrivateContainerd.start(shared.generation());
    containerd.close();
    containerd.close();

    assertThat(Files.exists(containerd.directory())).isFalse();
  }
}
