package dev.jubelet.app.path;

import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.volume.kind.VolumePlugins;
import dev.jubelet.volume.projection.PodTokens;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What pods of a node in a cluster get from its API server besides themselves.
 *
 * @param volumes claims, and the kinds of volumes that only a cluster has
 * @param wanted is told of a pod before it is worked on, and whenever its spec changes
 * @param gone is told when nothing is left of a pod
 */
public record ClusterSupplies(
    ObjectValues objects,
    Optional<PodTokens> tokens,
    VolumePlugins volumes,
    ServiceSource services,
    RuntimeClasses runtimeClasses,
    Consumer<Pod> wanted,
    Consumer<PodUid> gone) {

  /** Of an API server that has nothing but pods. */
  public static final ClusterSupplies NOTHING =
      new ClusterSupplies(
          ObjectValues.NONE,
          Optional.empty(),
          VolumePlugins.NONE,
          ServiceSource.NONE,
          RuntimeClasses.NONE,
          pod -> {},
          uid -> {});
}
