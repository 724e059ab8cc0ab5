package dev.jubelet.edge.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecurityModulesTest {
  @TempDir Path sys;

  @Test
  void aKernelWithoutModulesConfinesNothing() {
    assertThat(SecurityModules.read(sys)).isEqualTo(new SecurityModules(false, false));
  }

  @Test
  void appArmorInUseIsSeen() throws IOException {
    appArmorParameter("Y");
    Files.createDirectories(sys.resolve("kernel/security/apparmor"));

    assertThat(SecurityModules.read(sys).appArmor()).isTrue();
  }

  /** Debian's kernel has AppArmor built in also when it boots with SELinux. */
  @Test
  void appArmorThatIsBuiltInButNotUsedDoesNotCount() throws IOException {
    appArmorParameter("N");
    Files.createDirectories(sys.resolve("fs/selinux"));
    Files.writeString(sys.resolve("fs/selinux/enforce"), "0");

    assertThat(SecurityModules.read(sys)).isEqualTo(new SecurityModules(false, true));
  }

  @Test
  void appArmorWithoutItsFilesCannotBeUsedByARuntime() throws IOException {
    appArmorParameter("Y");

    assertThat(SecurityModules.read(sys).appArmor()).isFalse();
  }

  private void appArmorParameter(String value) throws IOException {
    Path parameters = Files.createDirectories(sys.resolve("module/apparmor/parameters"));
    Files.writeString(parameters.resolve("enabled"), value + "\n");
  }
}
