package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.StateOfWorld;
import dev.jubelet.volume.meter.TrackedVolume;
import dev.jubelet.volume.meter.VolumeMeter;
import dev.jubelet.volume.meter.VolumeOperation;
import dev.jubelet.volume.plugin.VolumeSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Keeps count of the volumes of pods while they are made and ended. A volume that is looked at
 * again is no operation; one that could not be had is each time it is tried.
 *
 * <p>Thread: any. Owns: the stateOfWorld.
 */
final class VolumeTracker {
  private final VolumeMeter meter;
  private final Timers timers;
  private final OperationTimer clock;
  private final StateOfWorld stateOfWorld = new StateOfWorld();

  VolumeTracker(VolumeMeter meter, Timers timers) {
    this.meter = meter;
    this.timers = timers;
    this.clock = new OperationTimer(meter, timers);
  }

  StateOfWorld stateOfWorld() {
    return stateOfWorld;
  }

  Path setUp(PodUid pod, String plugin, VolumeSpec spec, BlockingCalls.Work<Path> work)
      throws IOException {
    TrackedVolume volume = new TrackedVolume(plugin, spec.name());
    long wantedSince = stateOfWorld.addDesired(pod, volume, timers.nanoTime());
    if (stateOfWorld.isMounted(pod, volume)) {
      return work.run();
    }
    Path path =
        clock.time(
            new PluginLabel(plugin, spec.migrated()),
            spec.isBlock() ? VolumeOperation.MAP : VolumeOperation.MOUNT,
            work);
    if (stateOfWorld.addMounted(pod, volume)) {
      meter.ready(plugin, timers.nanoTime() - wantedSince);
    }
    return path;
  }

  /** A pod whose containers run has its volumes, whoever made them. */
  void markMounted(PodUid pod, String plugin, VolumeSpec spec) {
    TrackedVolume volume = new TrackedVolume(plugin, spec.name());
    stateOfWorld.addDesired(pod, volume, timers.nanoTime());
    stateOfWorld.addMounted(pod, volume);
  }

  /** Whether the pod has the volume from this agent, or an earlier one. */
  boolean isMounted(PodUid pod, String plugin, VolumeSpec spec) {
    return stateOfWorld.isMounted(pod, new TrackedVolume(plugin, spec.name()));
  }

  /**
   * Ends all volumes of a pod. Plugins are timed where they are called; the others are only
   * directories and go together.
   */
  List<String> tearDown(PodUid pod, BlockingCalls.Work<List<String>> work) throws IOException {
    long begun = timers.nanoTime();
    Set<TrackedVolume> volumes = stateOfWorld.removeDesired(pod);
    List<String> left = work.run();
    if (left.isEmpty()) {
      long took = timers.nanoTime() - begun;
      volumes.stream()
          .filter(volume -> BuiltInVolumes.isPlain(volume.plugin()))
          .forEach(
              volume ->
                  meter.ended(
                      PluginLabel.of(volume.plugin()), VolumeOperation.UNMOUNT, false, took));
      stateOfWorld.remove(pod);
    }
    return left;
  }
}
