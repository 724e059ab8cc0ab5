package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.kind.VolumePlugins;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.projection.PodTokens;
import dev.jubelet.volume.projection.TrustBundles;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What volumes need to know about the node.
 *
 * @param root its root directory
 * @param objects where config maps and secrets are looked up
 * @param tokens of service accounts; empty without an API server
 * @param trust bundles of the cluster; empty without an API server, or when not wanted
 * @param plugins the kinds of volumes that are more than directories
 * @param allocatable what it can give to pods
 */
public record VolumeSettings(
    Path root,
    ObjectValues objects,
    Optional<PodTokens> tokens,
    Optional<TrustBundles> trust,
    VolumePlugins plugins,
    Supplier<Map<String, Quantity>> allocatable,
    Timers timers,
    VolumeMeter meter) {

  /** Of a node without an API server. */
  public VolumeSettings(
      Path root, ObjectValues objects, Supplier<Map<String, Quantity>> allocatable, Timers timers) {
    this(
        root,
        objects,
        Optional.empty(),
        Optional.empty(),
        VolumePlugins.NONE,
        allocatable,
        timers,
        VolumeMeter.UNHEARD);
  }
}
