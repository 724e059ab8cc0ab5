package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SelinuxPolicyTest {
  private static final String LABEL = "system_u:object_r:container_file_t:s0";

  @TempDir Path top;

  private void write(String file, String text) throws IOException {
    Path path = top.resolve(file);
    Files.createDirectories(path.resolveSibling(""));
    Files.writeString(path, text);
  }

  @Test
  void aMachineWithoutItHasNoLabels() throws IOException {
    write("usr/share/containers/selinux/contexts", "file = \"" + LABEL + "\"\n");
    assertThat(SelinuxPolicy.read(top)).isEqualTo(SelinuxPolicy.OFF);
  }

  @Test
  void theLabelComesFromThePackageForContainers() throws IOException {
    write("sys/fs/selinux/enforce", "1");
    write(
        "usr/share/containers/selinux/contexts",
        "# file = \"no\"\nprocess = \"system_u:system_r:container_t:s0\"\nfile = \""
            + LABEL
            + "\"");
    assertThat(SelinuxPolicy.read(top)).isEqualTo(new SelinuxPolicy(true, LABEL));
  }

  @Test
  void orFromThePolicyThatIsConfigured() throws IOException {
    write("sys/fs/selinux/enforce", "0");
    write("etc/selinux/config", "SELINUX=permissive\nSELINUXTYPE=mls\n");
    write("etc/selinux/mls/contexts/lxc_contexts", "file=\"" + LABEL + "\"\n");
    assertThat(SelinuxPolicy.read(top)).isEqualTo(new SelinuxPolicy(true, LABEL));
  }

  @Test
  void aPolicyWithoutContainersIsOnWithoutALabel() throws IOException {
    write("sys/fs/selinux/enforce", "1");
    assertThat(SelinuxPolicy.read(top)).isEqualTo(new SelinuxPolicy(true, ""));
  }
}
