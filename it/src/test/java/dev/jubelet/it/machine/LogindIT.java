package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * A reboot that the machine's real login manager announces and then has to call off, because
 * systemd does not start the unit that would do it.
 */
final class LogindIT extends MachineSuite {
  private static final Path DROP_IN = Path.of("/etc/systemd/logind.conf.d/99-kubelet.conf");
  private static final Path REFUSAL = Path.of("/run/systemd/system/reboot.target.d/refuse.conf");
  private static final String LOGIND = "org.freedesktop.login1";
  private static final String LOGIND_PATH = "/org/freedesktop/login1";
  private static final String LOGIND_FACE = "org.freedesktop.login1.Manager";

  /** Nobody's own machine is to be changed like this, or to go down when this goes wrong. */
  @Override
  void assumeMachine() {
    assumeTrue(
        Files.exists(Path.of("/etc/systemd/system/machine-job.service")),
        "this is not the emulated machine of ./test-machine");
    Machine.assumePrograms("busctl", "systemctl", "systemd-inhibit");
  }

  @Override
  String moreConfig() {
    return "shutdownGracePeriod: 30s\nshutdownGracePeriodCriticalPods: 10s\n";
  }

  @AfterAll
  static void allowReboots() throws IOException {
    if (Files.deleteIfExists(REFUSAL)) {
      Machine.run("systemctl", "daemon-reload");
    }
  }

  /** A unit that is masked would be noticed before anything is announced. */
  private static void refuseReboots() throws IOException {
    Files.createDirectories(REFUSAL.getParent());
    Files.writeString(REFUSAL, "[Unit]\nRefuseManualStart=yes\n");
    Machine.run("systemctl", "daemon-reload");
  }

  @Test
  void podsEndBeforeTheMachineWouldAndTheNodeComesBack() throws IOException {
    node.await("it holds a lock", () -> locks().contains("kubelet"));
    assertThat(DROP_IN).content().contains("InhibitDelayMaxSec=30");
    assertThat(
            Machine.run(
                "busctl", "get-property", LOGIND, LOGIND_PATH, LOGIND_FACE, "InhibitDelayMaxUSec"))
        .isEqualTo("t 30000000\n");
    node.apply(
        Manifests.pod("victim")
            .container(
                "main",
                containerd.image(),
                "trap 'sleep 1; exit 3' TERM; while :; do sleep 1; done"),
        "victim");
    node.awaitReady("victim");

    refuseReboots();
    Machine.run("busctl", "call", LOGIND, LOGIND_PATH, LOGIND_FACE, "Reboot", "b", "false");
    Pod ended = node.awaitPhase("victim", "Failed");
    assertThat(ended.getStatus().getReason()).isEqualTo("Terminated");
    node.await(
        "it was called off",
        () ->
            node.log().contains("Shutdown manager detected new shutdown event\" event=\"cancel\""));
    node.await("it holds a lock again", () -> locks().contains("kubelet"));
    node.remove("victim");
    node.awaitGone("victim");
    node.apply(Manifests.pod("next").running("main", containerd.image()), "next");
    assertThat(TestNode.isReady(node.awaitReady("next"))).isTrue();
  }

  private static String locks() {
    return Machine.run("systemd-inhibit", "--list", "--no-pager");
  }
}
