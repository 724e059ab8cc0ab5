package dev.jubelet.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class SysctlFileTest {
  /** Every kernel allows thousands; one digit alone would be what an ordinary reader gets. */
  @Test
  void aNumberIsReadWithAllItsDigits() throws IOException {
    assertThat(SysctlFile.read(Path.of("/proc/sys/kernel/pid_max"))).matches("\\d{3,}");
    assertThat(NodeCapacity.processes(Path.of("/proc"))).isGreaterThan(100);
  }
}
