package dev.jubelet.pod.translate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PodLogPathsTest {
  private final PodLogPaths paths = new PodLogPaths(Path.of("/var/log/pods"));

  @Test
  void aPodsDirectoryIsNamedByNamespaceNameAndUid() {
    assertThat(paths.podDirectory(TestPods.pod().build()))
        .isEqualTo(Path.of("/var/log/pods/shop_web_" + TestPods.UID));
  }

  @Test
  void aContainersLogsStandInADirectoryOfItsName() {
    assertThat(paths.containerDirectory(TestPods.pod().build(), "app"))
        .isEqualTo(Path.of("/var/log/pods/shop_web_" + TestPods.UID + "/app"));
    assertThat(PodLogPaths.containerLog("app", 3)).isEqualTo("app/3.log");
  }

  @Test
  void theLinkForCollectorsNamesPodNamespaceContainerAndId() {
    assertThat(PodLogPaths.linkName("web", "shop", "app", "0123abcd"))
        .isEqualTo("web_shop_app-0123abcd.log");
  }

  @Test
  void aLinkNameThatJustFitsIsNotCut() {
    String id = "f".repeat(255 - ".log".length() - "web_shop_app-".length());
    assertThat(PodLogPaths.linkName("web", "shop", "app", id))
        .hasSize(255)
        .isEqualTo("web_shop_app-" + id + ".log");
  }

  @Test
  void aLinkNameIsCutToTheLengthOfAFileNameAndKeepsItsEnding() {
    String name = PodLogPaths.linkName("p".repeat(253), "n".repeat(63), "app", "f".repeat(64));
    assertThat(name).hasSize(255).startsWith("p".repeat(251)).endsWith(".log");
  }
}
