package dev.jubelet.it.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.Crictl;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our pods as the runtime's own tool sees them, where the machine has it. */
@NeedsContainerd(ContainerdGeneration.TWO)
@Timeout(120)
final class CrictlIT {

  @Test
  void theRuntimesOwnToolFindsThePodItsContainersAndItsLogs(PrivateContainerd containerd) {
    Optional<Crictl> found = Crictl.find(containerd);
    assumeTrue(found.isPresent(), "no crictl on this machine (hack/crictl fetch)");
    Crictl crictl = found.get();
    try (TestNode node = TestNode.prepare(containerd, containerd.endpoint(), "")) {
      node.startKubelet();
      node.apply(
          Manifests.pod("seen")
              .running("main", containerd.image())
              .running("second", containerd.image())
              .graceSeconds(1),
          "seen");
      node.awaitReady("seen");

      String sandbox = crictl.run("pods", "--name", TestNode.podName("seen"), "-q").strip();
      assertThat(crictl.run("pods", "--id", sandbox)).contains("Ready", "default");
      assertThat(crictl.run("ps", "--pod", sandbox)).contains("Running", "main", "second");
      String main = crictl.run("ps", "--pod", sandbox, "--name", "^main$", "-q").strip();
      assertThat(crictl.run("exec", main, "echo", "hello")).isEqualTo("hello\n");
      crictl.run("exec", main, "sh", "-c", "echo written >/proc/1/fd/1");
      node.await("the log has the line", () -> crictl.run("logs", main).contains("written\n"));
    }
  }
}
