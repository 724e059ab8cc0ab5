package dev.jubelet.resource.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.jubelet.resource.cgroup.KernelSettings.Care;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KernelSettingsTest {
  @TempDir Path settings;

  @BeforeEach
  void make() {
    Map.of(
            "vm/overcommit_memory", "0",
            "vm/panic_on_oom", "0",
            "kernel/panic", "10",
            "kernel/panic_on_oops", "0",
            "kernel/keys/root_maxkeys", "1000000",
            "kernel/keys/root_maxbytes", "25000000")
        .forEach(
            (file, value) -> {
              Path at = settings.resolve(file);
              PlayedKernel.make(Objects.requireNonNull(at.getParent()));
              PlayedKernel.write(at, value + "\n");
            });
  }

  @Test
  void whatIsOtherIsSet() {
    KernelSettings.ensure(settings, Care.SET);
    assertThat(settings.resolve("vm/overcommit_memory")).content().startsWith("1");
    assertThat(settings.resolve("kernel/panic_on_oops")).content().startsWith("1");
    KernelSettings.ensure(settings, Care.REFUSE);
  }

  @Test
  void whatIsProtectedIsRefused() {
    assertThatExceptionOfType(CgroupException.class)
        .isThrownBy(() -> KernelSettings.ensure(settings, Care.REFUSE))
        .withMessage(
            "invalid kernel flag: vm/overcommit_memory, expected value: 1, actual value: 0,"
                + " invalid kernel flag: kernel/panic_on_oops, expected value: 1, actual value: 0");
    assertThat(settings.resolve("vm/overcommit_memory")).content().isEqualTo("0\n");
  }

  @Test
  void whatBelongsToOthersIsLeft() {
    KernelSettings.ensure(settings, Care.LEAVE);
    assertThat(settings.resolve("vm/overcommit_memory")).content().isEqualTo("0\n");
  }

  @Test
  void whatCannotBeReadIsNamed() {
    assertThatExceptionOfType(CgroupException.class)
        .isThrownBy(() -> KernelSettings.ensure(settings.resolve("nowhere"), Care.SET))
        .withMessageStartingWith("cannot set kernel flag vm/overcommit_memory to 1: ");
  }
}
