package dev.jubelet.app.path;

import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.volume.kind.VolumePlugins;
import dev.jubelet.volume.projection.PodTokens;
import dev.jubelet.volume.projection.TrustBundles;
import java.util.Optional;

/**
 * What pods of a node in a cluster get from its API server besides themselves.
 *
 * @param volumes claims, and the kinds of volumes that only a cluster has
 * @param node the Node object
 * @param pods is told of the pods
 */
public record ClusterSupplies(
    ObjectValues objects,
    Optional<PodTokens> tokens,
    Optional<TrustBundles> trust,
    VolumePlugins volumes,
    ServiceSource services,
    RuntimeClasses runtimeClasses,
    NodeView node,
    SuppliedPods pods) {

  /** Of an API server that has nothing but pods. */
  public static final ClusterSupplies NOTHING =
      new ClusterSupplies(
          ObjectValues.NONE,
          Optional.empty(),
          Optional.empty(),
          VolumePlugins.NONE,
          ServiceSource.NONE,
          RuntimeClasses.NONE,
          NodeView.NONE,
          SuppliedPods.UNHEARD);
}
