package dev.jubelet.app.path;

import dev.jubelet.image.plugin.ServiceAccounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.sync.NodeObject;
import dev.jubelet.pod.sync.ReferencedObjects;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.projection.ClusterSources;

/**
 * What pods of a node in a cluster get from its API server besides themselves.
 *
 * @param sources of files in volumes
 * @param volumes claims, and the kinds of volumes that only a cluster has
 * @param node the Node object
 * @param references keeps the objects that pods refer to
 * @param accounts service accounts, for credential plugins
 */
public record ClusterSupplies(
    ObjectValues objects,
    ClusterSources sources,
    VolumePlugins volumes,
    ServiceSource services,
    RuntimeClasses runtimeClasses,
    NodeObject node,
    ReferencedObjects references,
    ServiceAccounts accounts) {

  /** Of an API server that has nothing but pods. */
  public static final ClusterSupplies NOTHING =
      new ClusterSupplies(
          ObjectValues.NONE,
          ClusterSources.NONE,
          VolumePlugins.NONE,
          ServiceSource.NONE,
          RuntimeClasses.NONE,
          NodeObject.NONE,
          ReferencedObjects.NONE,
          ServiceAccounts.NONE);

  /** On a node without an API server, where manifests bring config maps and secrets. */
  static ClusterSupplies standalone(ObjectValues objects) {
    return new ClusterSupplies(
        objects,
        NOTHING.sources(),
        NOTHING.volumes(),
        NOTHING.services(),
        NOTHING.runtimeClasses(),
        NOTHING.node(),
        NOTHING.references(),
        NOTHING.accounts());
  }
}
