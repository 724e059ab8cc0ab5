package dev.jubelet.volume.projection;

import dev.jubelet.pod.spec.Containers;
import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sources of projected volumes that cannot be served: without an API server those that need one,
 * and with one those whose feature is off. Pure.
 */
public final class UnsupportedSources {
  private UnsupportedSources() {}

  /**
   * The paths below the volume of those that need an API server, such as {@code
   * projected.sources[0].serviceAccountToken}.
   */
  public static List<String> in(Volume volume) {
    List<String> paths = new ArrayList<>();
    if (volume.getProjected() != null) {
      List<VolumeProjection> sources = Containers.orEmpty(volume.getProjected().getSources());
      for (int i = 0; i < sources.size(); i++) {
        String at = "projected.sources[" + i + "].";
        name(sources.get(i)).ifPresent(name -> paths.add(at + name));
      }
    }
    return paths;
  }

  /** A source without any content has no files. */
  static Map<String, PayloadFile> refuse(VolumeProjection source, boolean inCluster) {
    name(source)
        .ifPresent(
            name -> {
              throw new VolumeException(
                  "a projected source of kind %s %s"
                      .formatted(
                          name,
                          inCluster
                              ? "needs a feature that is off on this node"
                              : "needs an API server, and this node has none"));
            });
    return Map.of();
  }

  private static Optional<String> name(VolumeProjection source) {
    if (source.getServiceAccountToken() != null) {
      return Optional.of("serviceAccountToken");
    }
    if (source.getClusterTrustBundle() != null) {
      return Optional.of("clusterTrustBundle");
    }
    return source.getPodCertificate() != null ? Optional.of("podCertificate") : Optional.empty();
  }
}
