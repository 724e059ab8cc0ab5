package dev.jubelet.benchmark.floor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BareTlsTest {

  @Test
  void theFloorHasTheOptionsOfTheAgentButNotItsCacheAndProgram() {
    assertThat(
            BareTls.options(
                List.of(
                    "kubelet",
                    "-XX:+UseSerialGC",
                    "-XX:AOTCache=/d/lib/kubelet.aot",
                    "-Xmx64m",
                    "-cp",
                    "/d/lib/a.jar",
                    "dev.jubelet.app.Main",
                    "-v=4")))
        .containsExactly("-XX:+UseSerialGC", "-Xmx64m");
  }
}
