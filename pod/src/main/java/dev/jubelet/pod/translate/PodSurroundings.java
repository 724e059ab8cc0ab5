package dev.jubelet.pod.translate;

import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.translate.env.NodeFieldValues;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a pod's containers find around them once its sandbox and volumes are there. {@code podIps}
 * are those of the sandbox, best first, and empty on the node's network; {@code volumes} are host
 * paths by volume name, {@code imageVolumes} the images mounted as volumes; {@code nodeHosts} is
 * the text of the node's hosts file, only read for a pod on the node's network; {@code relabelled}
 * are the names of volumes, besides the agent's own, in which the runtime may change labels.
 */
public record PodSurroundings(
    List<String> podIps,
    Map<String, Path> volumes,
    Map<String, ImageOutcome> imageVolumes,
    NodeFieldValues node,
    String nodeHosts,
    boolean recursiveReadOnlySupported,
    Set<String> relabelled) {
  public PodSurroundings {
    podIps = List.copyOf(podIps);
    volumes = Map.copyOf(volumes);
    imageVolumes = Map.copyOf(imageVolumes);
    relabelled = Set.copyOf(relabelled);
  }
}
