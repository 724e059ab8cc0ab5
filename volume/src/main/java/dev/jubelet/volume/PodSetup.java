package dev.jubelet.volume;

import dev.jubelet.base.ConcurrentTasks;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Sets up the volumes of a pod, and refreshes them while it runs: each is resolved, set up as its
 * type wants, and recorded.
 *
 * <p>Thread: the pod's; volumes that plugins provide are set up side by side.
 */
final class PodSetup {
  private final PodDirectories directories;
  private final VolumePlugins plugins;
  private final VolumeResolver resolver;
  private final VolumeMounter maker;
  private final VolumeTracker tracker;
  private final MapVolumeEvents events;

  PodSetup(
      PodDirectories directories,
      VolumePlugins plugins,
      VolumeResolver resolver,
      VolumeMounter maker,
      VolumeTracker tracker,
      MapVolumeEvents events) {
    this.directories = directories;
    this.plugins = plugins;
    this.resolver = resolver;
    this.maker = maker;
    this.tracker = tracker;
    this.events = events;
  }

  VolumeOutcome prepare(Pod pod) {
    try {
      directories.make(PodUid.of(pod));
    } catch (IOException | VolumeException e) {
      return new VolumeOutcome.NotReady(
          "Failed", "error making pod data directories: " + ErrorText.text(e));
    }
    List<VolumeAttempt> attempts = new ArrayList<>();
    List<Volume> ofPlugins = new ArrayList<>();
    for (Volume volume : Volumes.used(pod)) {
      if (VolumeMounter.isOfPlugin(volume)) {
        ofPlugins.add(volume);
      } else {
        attempts.add(attempt(pod, volume));
      }
    }
    // A driver that takes long does not let the next one wait.
    attempts.addAll(
        ConcurrentTasks.each(
            "volumes-" + PodUid.of(pod), ofPlugins, volume -> attempt(pod, volume)));
    return VolumeAttempt.outcome(attempts);
  }

  private VolumeAttempt attempt(Pod pod, Volume volume) {
    try {
      VolumeSpec spec = resolver.resolve(pod, volume);
      Path path = setUp(pod, spec);
      return new VolumeAttempt.Succeeded(volume.getName(), path, maker.mayRelabel(pod, spec));
    } catch (IOException
        | UncheckedIOException
        | InvalidPathException
        | VolumeException
        | LinuxException
        | HostException e) {
      return new VolumeAttempt.Failed(volume.getName(), e, failure(pod, volume, e));
    }
  }

  private Path setUp(Pod pod, VolumeSpec spec) throws IOException {
    String plugin = metricName(spec);
    PodUid uid = PodUid.of(pod);
    boolean known = tracker.isMounted(uid, plugin, spec);
    Path path = tracker.setUp(uid, plugin, spec, () -> maker.setUp(pod, spec));
    if (spec.isBlock() && !known) {
      events.mapped(pod, spec, plugins.of(spec).flatMap(owner -> owner.globalMapPath(spec)), path);
    }
    return path;
  }

  /** Returns why volumes keep their old files, except for those that only wait for somebody. */
  List<String> refresh(Pod pod) {
    List<String> problems = new ArrayList<>();
    for (Volume volume : Volumes.used(pod)) {
      try {
        VolumeSpec spec = resolver.resolve(pod, volume);
        tracker.markMounted(PodUid.of(pod), metricName(spec), spec);
        maker.refresh(pod, spec);
      } catch (IOException
          | UncheckedIOException
          | VolumeException
          | LinuxException
          | HostException e) {
        if (!(e instanceof VolumeException v && v.isWaiting())) {
          problems.add((isUnprocessed(e) ? VolumeFailures.UNABLE : "") + failure(pod, volume, e));
        }
      }
    }
    return problems;
  }

  private String metricName(VolumeSpec spec) {
    return BuiltInVolumes.plugin(spec)
        .or(() -> plugins.of(spec).map(plugin -> plugin.metricName(spec)))
        .orElse("N/A");
  }

  /** As events have it, which call a claim by the name of its volume. */
  private String failure(Pod pod, Volume volume, Exception e) {
    if (isUnprocessed(e)) {
      return ErrorText.text(e);
    }
    return "%s failed for volume \"%s\" : %s"
        .formatted(
            e instanceof VolumeException v ? v.step() : "MountVolume.SetUp",
            resolver.directoryName(PodUid.of(pod), volume.getName()),
            ErrorText.text(e));
  }

  private static boolean isUnprocessed(Exception e) {
    return e instanceof VolumeException v && v.isUnprocessed();
  }
}
