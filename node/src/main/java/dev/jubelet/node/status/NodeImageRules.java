package dev.jubelet.node.status;

import io.fabric8.kubernetes.api.model.ContainerImage;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Which images a node tells of: the largest, so that schedulers save the longest pulls. Pure. */
final class NodeImageRules {
  private static final int MOST_NAMES = 5;
  private static final Comparator<NodeImage> LARGEST_FIRST =
      Comparator.comparingLong(NodeImage::sizeBytes).reversed().thenComparing(NodeImage::id);

  private NodeImageRules() {}

  /** {@code most} is -1 for all. */
  static List<ContainerImage> told(List<NodeImage> images, int most) {
    return images.stream()
        .sorted(LARGEST_FIRST)
        .limit(most < 0 ? images.size() : most)
        .map(NodeImageRules::told)
        .toList();
  }

  private static ContainerImage told(NodeImage image) {
    List<String> names =
        Stream.concat(image.repoDigests().stream(), image.repoTags().stream())
            .limit(MOST_NAMES)
            .toList();
    return new ContainerImage(names, image.sizeBytes());
  }
}
