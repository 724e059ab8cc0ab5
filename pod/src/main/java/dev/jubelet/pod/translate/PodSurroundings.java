package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.env.NodeFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a pod's containers find around them once its sandbox and volumes are there. {@code podIps}
 * are those of the sandbox, best first, and empty on the node's network; {@code volumes} are host
 * paths by volume name, {@code imageVolumes} the images mounted as volumes; {@code nodeHosts} is
 * the text of the node's hosts file, only read for a pod on the node's network.
 */
public record PodSurroundings(
    List<String> podIps,
    Map<String, Path> volumes,
    Map<String, ImageOutcome> imageVolumes,
    NodeFacts node,
    String nodeHosts,
    boolean recursiveReadOnlySupported) {
  public PodSurroundings {
    podIps = List.copyOf(podIps);
    volumes = Map.copyOf(volumes);
    imageVolumes = Map.copyOf(imageVolumes);
  }
}
