package dev.jubelet.it.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Labels of SELinux on processes and on directories of the machine, as the kernel sees them. */
final class SelinuxIT extends MachineSuite {
  private static final String LOOK = "echo label $(cat /proc/self/attr/current); touch /data/file";

  @Override
  void assumeMachine() {
    assumeTrue(
        Files.exists(Path.of("/sys/fs/selinux/enforce")),
        "SELinux is not on in this machine's kernel");
  }

  @Test
  void aContainersOwnLabelOutranksThePods() {
    node.apply(
        pod("type", "emptyDir: {}", LOOK)
            .with("securityContext: {seLinuxOptions: {type: spc_t, level: \"s0:c5\"}}")
            .spec("  securityContext: {seLinuxOptions: {level: \"s0:c100,c200\"}}"),
        "type");
    node.awaitReady("type");
    awaitPrinted("type", ":spc_t:s0:c5");
  }

  @Test
  void aDirectoryOfTheMachineKeepsItsLabel() {
    String before = label(Path.of("/srv"));
    apply("host", "hostPath: {path: /srv, type: Directory}", "echo label $(ls -d /data)");
    node.awaitReady("host");
    awaitPrinted("host", "label /data");
    assertThat(label(Path.of("/srv"))).isEqualTo(before);
  }

  private static String label(Path file) {
    return Machine.run("stat", "--format=%C", file.toString()).strip();
  }
}
