package dev.jubelet.volume;

import dev.jubelet.base.ConcurrentTasks;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.OwnershipProgress;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.VolumeOperation;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The life of a volume that a plugin provides, in the order of this file: the gate admits the pod,
 * the plugin sets the volume up, refreshes it while the pod runs, and tears it down by what is on
 * disk.
 *
 * <p>Thread: the pod's; plugins are called on their own, see {@link PluginCalls}. Owns: those
 * calls.
 */
final class PluginVolumes {
  private final VolumePlugins plugins;
  private final VolumesOnDisk onDisk;
  private final VolumeGate gate;
  private final VolumeResolver resolver;
  private final OperationTimer clock;
  private final OwnershipProgress slow;
  private final PluginCalls calls = new PluginCalls();

  PluginVolumes(
      VolumePlugins plugins,
      VolumesOnDisk onDisk,
      VolumeGate gate,
      VolumeResolver resolver,
      OperationTimer clock,
      OwnershipProgress slow) {
    this.plugins = plugins;
    this.onDisk = onDisk;
    this.gate = gate;
    this.resolver = resolver;
    this.clock = clock;
    this.slow = slow;
  }

  boolean has(VolumeSpec volume) {
    return plugins.of(volume).isPresent();
  }

  /** The volume's directory, or its device when it is a block volume. */
  Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    VolumePlugin plugin = volume.isBlock() ? plugins.requireBlock(volume) : plugins.require(volume);
    PodUid uid = PodUid.of(pod);
    VolumeSpec admitted = gate.admit(pod, volume, plugin);
    try {
      return calls.run(
          plugin, uid, volume.name(), () -> slow.during(() -> plugin.setUp(pod, admitted)));
    } catch (IOException | RuntimeException e) {
      withdrawUnlessLeft(uid, volume.name(), plugin, e);
      throw e;
    }
  }

  /** A pod that did not get a volume and has nothing of it on disk keeps nobody else from it. */
  private void withdrawUnlessLeft(PodUid pod, String name, VolumePlugin plugin, Exception failure) {
    try {
      if (!names(pod, plugin).contains(name)) {
        gate.withdraw(pod, name);
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** Whether the runtime may change SELinux labels in a volume that is set up. */
  boolean mayRelabel(Pod pod, VolumeSpec volume) throws IOException {
    Optional<VolumePlugin> plugin = plugins.of(volume);
    return plugin.isPresent() && gate.mayRelabel(pod, volume, plugin.get());
  }

  void refresh(Pod pod, VolumeSpec volume) throws IOException {
    VolumePlugin plugin = plugins.require(volume);
    VolumeSpec labelled = gate.labelled(pod, volume, plugin);
    calls.run(
        plugin,
        PodUid.of(pod),
        labelled.name(),
        () -> {
          plugin.refresh(pod, labelled);
          return true;
        });
  }

  /** Tears down all volumes that the pod has on disk. Returns why some are left. */
  List<String> tearDown(PodUid pod) throws IOException {
    List<PluginVolume> all = new ArrayList<>();
    for (VolumePlugin plugin : plugins.all()) {
      names(pod, plugin).forEach(name -> all.add(new PluginVolume(plugin, name)));
    }
    return ConcurrentTasks.each("volumes-" + pod, all, volume -> attemptTearDown(pod, volume))
        .stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** A volume of a pod, by the name of its directory. */
  private record PluginVolume(VolumePlugin plugin, String name) {}

  /** Those on disk, and those that a call which timed out may still bring there. */
  private SortedSet<String> names(PodUid pod, VolumePlugin plugin) throws IOException {
    SortedSet<String> names = new TreeSet<>(calls.underWay(plugin, pod));
    names.addAll(onDisk.names(pod, plugin.escapedName()));
    return names;
  }

  /** Returns why the volume is left. */
  private Optional<String> attemptTearDown(PodUid pod, PluginVolume volume) {
    try {
      tearDown(pod, volume.plugin(), volume.name());
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.of(
          "UnmountVolume.TearDown failed for volume \"%s\" : %s"
              .formatted(volume.name(), e.getMessage()));
    }
  }

  private void tearDown(PodUid pod, VolumePlugin plugin, String name) throws IOException {
    boolean block = onDisk.isBlock(pod, plugin.escapedName(), name);
    clock.time(
        new PluginLabel(metricName(plugin, pod, name), resolver.isMigrated(pod, name)),
        block ? VolumeOperation.UNMAP : VolumeOperation.UNMOUNT,
        () ->
            calls.run(
                plugin,
                pod,
                name,
                () -> {
                  plugin.tearDown(pod, name);
                  return true;
                }));
    gate.release(pod, name);
  }

  private static String metricName(VolumePlugin plugin, PodUid pod, String name)
      throws IOException {
    return plugin.metricName(pod, name).orElseGet(() -> plugin.escapedName().replace('~', '/'));
  }
}
