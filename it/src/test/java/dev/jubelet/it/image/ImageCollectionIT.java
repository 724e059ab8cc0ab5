package dev.jubelet.it.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.lab.ContainerdGeneration;
import dev.jubelet.testing.lab.NeedsContainerd;
import dev.jubelet.testing.lab.PrivateContainerd;
import dev.jubelet.testing.node.Manifests;
import dev.jubelet.testing.node.TestNode;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that images have filled: they go from the high threshold down to the low one. */
@Timeout(240)
@NeedsContainerd(ContainerdGeneration.TWO)
final class ImageCollectionIT {
  private static final int FILLERS = 7;
  private static final int FILLER_BYTES = 16 << 20;
  private static final String OWN = "localhost/jubelet/own:1";

  @TempDir Path folder;

  @Test
  void collectionBeginsAndEndsAtTheThresholdsAndPodsDoNotNotice() throws IOException {
    try (SmallDiskContainerd disk =
        SmallDiskContainerd.start(ContainerdGeneration.TWO, folder, "400M")) {
      PrivateContainerd containerd = disk.containerd();
      for (int i = 0; i < FILLERS; i++) {
        importImage(containerd, filler(i));
        markPulled(containerd, filler(i));
      }
      importImage(containerd, OWN);
      markPulled(containerd, containerd.nextImage());
      int used = disk.usedPercent();
      assertThat(used).isBetween(45, 90);

      try (TestNode node = TestNode.prepare(containerd, containerd.endpoint(), "")) {
        start(node, used + 5, used - 30);
        node.apply(Manifests.pod("keeper").running("c", containerd.nextImage()), "keeper");
        String before = container(node.awaitReady("keeper")).getContainerID();
        awaitPass(node);
        assertThat(images(containerd)).hasSize(FILLERS + 4);
        assertThat(Commands.jubelet(node, "images", "--plan"))
            .contains("Removed by the next pass, in this order: nothing")
            .containsPattern("busybox:2 .* in use by default/keeper-testnode")
            .containsPattern("own:1 .* imported")
            .containsPattern("pause:1 .* pinned");

        node.stopKubelet();
        int low = used - 30;
        start(node, used - 1, low);
        awaitPass(node);
        node.await("the disk is at the low threshold", () -> percent(disk) <= low);
        assertThat(percent(disk)).as("no image went in vain").isGreaterThan(low - 10);
        assertThat(images(containerd))
            .contains(OWN, containerd.image(), containerd.nextImage(), containerd.sandboxImage())
            .anyMatch(image -> image.contains("filler"));
        assertThat(node.page("/metrics").orElse(""))
            .contains("kubelet_image_garbage_collected_total{reason=\"space\"}");
        ContainerStatus after = container(node.awaitReady("keeper"));
        assertThat(after.getContainerID()).isEqualTo(before);
        assertThat(after.getRestartCount()).isZero();
      }
    }
  }

  private static String filler(int number) {
    return "localhost/jubelet/filler-" + number + ":1";
  }

  private void importImage(PrivateContainerd containerd, String image) throws IOException {
    Path archive = FillerArchive.write(folder, image, FILLER_BYTES);
    containerd.ctr("images", "import", "--local", archive.toString());
    Files.delete(archive);
  }

  /** A name with a digest is what a pull leaves, and nothing else does. */
  private static void markPulled(PrivateContainerd containerd, String image) {
    String digest =
        containerd
            .ctr("images", "list", "name==" + image)
            .lines()
            .skip(1)
            .map(line -> line.split("\\s+", -1)[2])
            .findFirst()
            .orElseThrow();
    containerd.ctr("images", "tag", image, image.replaceFirst(":1$|:2$", "@" + digest));
  }

  private static List<String> images(PrivateContainerd containerd) {
    return containerd
        .ctr("images", "list", "--quiet")
        .lines()
        .filter(name -> !name.startsWith("sha256:") && !name.contains("@"))
        .toList();
  }

  private static void start(TestNode node, int high, int low) {
    List<String> command = new ArrayList<>(node.kubeletCommand());
    command.add("--image-gc-high-threshold=" + high);
    command.add("--image-gc-low-threshold=" + low);
    command.add("-v=4");
    node.launch(command, Map.of());
    node.awaitAnswer();
  }

  /** The first pass is at the start, and ends with a look at the disk or at removals. */
  private static void awaitPass(TestNode node) {
    node.await(
        "a pass has looked at the disk",
        () ->
            node.page("/metrics")
                .filter(
                    page ->
                        page.contains(
                            "kubelet_runtime_operations_total{operation_type=\"image_fs_info\"}"))
                .isPresent());
  }

  private static int percent(SmallDiskContainerd disk) {
    try {
      return disk.usedPercent();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static ContainerStatus container(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst();
  }
}
