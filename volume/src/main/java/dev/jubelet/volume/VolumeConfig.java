package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.host.SelinuxPolicy;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.projection.ClusterSources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What volumes need to know about the node.
 *
 * @param root its root directory
 * @param objects where config maps and secrets are looked up
 * @param sources of files that only an API server can give
 * @param plugins for volumes that are more than directories
 * @param allocatable what it can give to pods
 */
public record VolumeConfig(
    Path root,
    ObjectValues objects,
    ClusterSources sources,
    VolumePlugins plugins,
    Supplier<Map<String, Quantity>> allocatable,
    Timers timers,
    Reporting reporting,
    SelinuxMounts selinux) {

  /**
   * Who is told of volumes.
   *
   * @param events is told what people should know; may not block
   */
  public record Reporting(VolumeMeter meter, Consumer<NodeEvent> events) {
    /** Nobody. */
    public static final Reporting NOBODY = new Reporting(VolumeMeter.NOOP, event -> {});
  }

  /**
   * How volumes get SELinux labels.
   *
   * @param allAccessModes whether also volumes that pods may share are mounted with them
   */
  public record SelinuxMounts(SelinuxPolicy policy, boolean allAccessModes) {
    /** On a machine without them. */
    public static final SelinuxMounts NONE = new SelinuxMounts(SelinuxPolicy.OFF, false);
  }

  /** Of a node without an API server. */
  public VolumeConfig(
      Path root, ObjectValues objects, Supplier<Map<String, Quantity>> allocatable, Timers timers) {
    this(
        root,
        objects,
        ClusterSources.NONE,
        VolumePlugins.NONE,
        allocatable,
        timers,
        Reporting.NOBODY,
        SelinuxMounts.NONE);
  }
}
