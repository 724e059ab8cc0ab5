package dev.jubelet.pod.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.pod.fixture.Observed;
import dev.jubelet.pod.fixture.Pods;
import dev.jubelet.pod.model.ObservedPod;
import dev.jubelet.pod.translate.PodLogPaths;
import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ContainerLogsTest {
  private final Path folder;
  private final PodLogPaths paths;
  private final ContainerLogs logs;

  ContainerLogsTest(@TempDir Path folder) throws IOException {
    this.folder = folder;
    this.paths = new PodLogPaths(Files.createDirectory(folder.resolve("pods")));
    this.logs = new ContainerLogs(paths, Files.createDirectory(folder.resolve("containers")), true);
  }

  @Test
  @Rule("6.15")
  void theNewestNumberCountsOnFromTheLogsThatStayed() throws IOException {
    Pod web = Pods.pod("web").container("a").build();
    assertThat(logs.newestNumber(web, "a")).isEmpty();
    write(web, "a", 0);
    write(web, "a", 10);
    write(web, "a", 9);
    assertThat(logs.newestNumber(web, "a")).hasValue(10);
  }

  @Test
  @Rule("6.15")
  void aContainerThatNeverStartedCountsToo() {
    Pod web = Pods.pod("web").container("a").build();
    ObservedPod observed = Observed.of(web).exited("a", 1).created("a").build();
    logs.prepare(web, "a");
    logs.keepNumber(observed, observed.current("a").orElseThrow());
    assertThat(logs.newestNumber(web, "a")).hasValue(1);
    logs.keepNumber(observed, observed.current("a").orElseThrow());
    assertThat(logs.newestNumber(web, "a")).hasValue(1);
  }

  @Test
  void withItsLogsAPodLosesEveryLinkToThem() throws IOException {
    Pod web = Pods.pod("web").container("a").build();
    Pod other = Pods.pod("web-2").container("a").build();
    for (Pod pod : new Pod[] {web, other}) {
      write(pod, "a", 0);
      logs.link(pod, "a", pod.getMetadata().getName() + "-long-gone", 0);
    }
    logs.removeAll(Observed.nothingOf(web).build());
    assertThat(paths.podDirectory(web)).doesNotExist();
    assertThat(paths.podDirectory(other)).isDirectory();
    assertThat(folder.resolve("containers"))
        .isDirectoryContaining(link -> link.toString().contains("web-2-long-gone"))
        .isDirectoryNotContaining(link -> link.toString().contains("web-long-gone"));
  }

  private void write(Pod pod, String container, int number) throws IOException {
    logs.prepare(pod, container);
    Files.createFile(paths.podDirectory(pod).resolve(PodLogPaths.containerLog(container, number)));
  }
}
