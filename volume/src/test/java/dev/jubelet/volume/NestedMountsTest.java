package dev.jubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NestedMountsTest {

  /** Mounts written as volume:path. */
  private static Pod pod(String... mounts) {
    return new PodBuilder()
        .withNewSpec()
        .addNewContainer()
        .withName("c")
        .withVolumeMounts(
            Stream.of(mounts)
                .map(mount -> mount.split(":", 2))
                .map(m -> new VolumeMountBuilder().withName(m[0]).withMountPath(m[1]).build())
                .toList())
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void aMountBelowNeedsItsPoint() {
    assertThat(NestedMounts.in(pod("v:/etc/app", "data:/etc/app/x/y"), "v"))
        .containsExactly(Path.of("x/y"));
  }

  @Test
  void aMountBelowAnotherIsNotThisVolumesBusiness() {
    Pod pod = pod("v:/etc/app", "data:/etc/app/x", "more:/etc/app/x/y", "own:etc/app/z");
    assertThat(NestedMounts.in(pod, "v")).containsExactly(Path.of("x"), Path.of("z"));
    assertThat(NestedMounts.in(pod, "data")).containsExactly(Path.of("y"));
  }

  @Test
  void neighboursAreNotBelow() {
    assertThat(NestedMounts.in(pod("v:/etc/app", "data:/etc/apple", "up:/etc"), "v")).isEmpty();
  }
}
