package dev.jubelet.volume;

import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.OwnershipProgress;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.OperationTimer;
import dev.jubelet.volume.meter.StateOfWorld;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeStats;
import dev.jubelet.volume.projection.PayloadBuilder;
import dev.jubelet.volume.selinux.SelinuxLabels;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the volumes of pods ready, and deletes what pods leave behind.
 *
 * <p>Thread: any; calls for the same pod should not overlap. Owns: {@code <root>/pods}; the disk is
 * the truth.
 */
public final class PodVolumes {
  private static final Path SWAPS = Path.of("/proc/swaps");

  /** As many have to hang before others wait. */
  private static final int MOST_BLOCKING_CALLS = 64;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PodDirectories directories;
  private final VolumeResolver resolver;
  private final VolumeGate gate;
  private final VolumeTracker tracker;
  private final Reconstruction reconstruction;
  private final PodSetup setup;
  private final SubPathMounts subPaths;
  private final VolumeTeardown teardown;
  private final PluginStats stats;

  public PodVolumes(VolumeConfig settings) {
    this(settings, new LinuxMounts());
  }

  PodVolumes(VolumeConfig settings, Mounts mounts) {
    VolumePlugins plugins = settings.plugins();
    this.directories = new PodDirectories(settings.root());
    this.resolver = new VolumeResolver(plugins.claims());
    this.gate =
        new VolumeGate(
            new SelinuxLabels(
                settings.selinux().policy(),
                settings.selinux().allAccessModes(),
                settings.reporting().meter()),
            plugins.attach());
    this.tracker = new VolumeTracker(settings.reporting().meter(), settings.timers());
    VolumesOnDisk onDisk = new VolumesOnDisk(directories);
    this.reconstruction =
        new Reconstruction(
            onDisk, plugins, gate, mounts, settings.reporting().meter(), tracker.stateOfWorld());
    PluginVolumes ofPlugins =
        new PluginVolumes(
            plugins,
            onDisk,
            gate,
            resolver,
            new OperationTimer(settings.reporting().meter(), settings.timers()),
            new OwnershipProgress(settings.reporting().events(), settings.timers()));
    this.setup =
        new PodSetup(
            directories,
            plugins,
            resolver,
            maker(settings, mounts, ofPlugins),
            tracker,
            new MapVolumeEvents(settings.reporting().events(), settings.timers()));
    BlockingCalls calls = new BlockingCalls("volume-calls", MOST_BLOCKING_CALLS, PATIENCE);
    KeyedLocks<PodUid> locks = new KeyedLocks<>();
    this.subPaths = new SubPathMounts(new SubPathBinder(mounts), calls, locks);
    this.teardown = new VolumeTeardown(directories, mounts, ofPlugins, calls, locks);
    this.stats = new PluginStats(plugins);
  }

  private VolumeMounter maker(VolumeConfig settings, Mounts mounts, PluginVolumes ofPlugins) {
    EmptyDirs emptyDirs =
        new EmptyDirs(
            directories,
            mounts,
            new SwapWarning(settings.reporting().events(), settings.timers(), SWAPS)::mayBeSwapped);
    ProjectedVolumes projected =
        new ProjectedVolumes(
            directories,
            emptyDirs,
            new PayloadBuilder(settings.objects(), settings.sources(), settings.allocatable()),
            settings.allocatable(),
            settings.timers());
    return new VolumeMounter(
        emptyDirs, projected, new SharedMounts(mounts), ofPlugins, settings.allocatable());
  }

  /** Reconstructs what an earlier agent has left; once, before there are pods. */
  public void reconstruct() {
    reconstruction.run();
  }

  /** Which volumes pods want and have. */
  public StateOfWorld stateOfWorld() {
    return tracker.stateOfWorld();
  }

  /**
   * Makes the pod's directory and every volume that a container mounts. May be called again at any
   * time: what is ready stays as it is, files that the agent writes are brought up to date. The
   * message names each volume that failed.
   */
  public VolumeOutcome prepare(Pod pod) {
    return setup.prepare(pod);
  }

  /**
   * Brings the files that the agent writes up to date in volumes that are there. Cheap when nothing
   * has changed. Returns why a volume keeps its old files, unless it only waits for somebody.
   */
  public List<String> refresh(Pod pod) {
    return setup.refresh(pod);
  }

  /**
   * Shows a part of a volume at its target, made first if there is none. Returns why that cannot
   * be; nothing when it is done.
   */
  public Optional<String> bind(SubPathMount wanted) {
    try {
      subPaths.bind(wanted);
      return Optional.empty();
    } catch (IOException | UncheckedIOException | LinuxException e) {
      return Optional.of(ErrorText.text(e));
    }
  }

  /**
   * Ends the volumes of a pod whose containers have ended. Returns why something is left; nothing
   * when all is gone.
   */
  public List<String> release(PodUid uid) {
    return attempt(
        "cannot unmount the volumes of pod " + uid,
        () -> ended(uid, tracker.tearDown(uid, () -> teardown.unmountVolumes(uid))));
  }

  /**
   * Deletes the pod's directory with everything in it. Follows no link and enters no mount: while
   * something is mounted inside, nothing is deleted. Returns why something is left; nothing when
   * all is gone.
   */
  public List<String> remove(PodUid uid) {
    resolver.forget(uid);
    return attempt(
        "cannot delete the directory of pod " + uid,
        () -> ended(uid, tracker.tearDown(uid, () -> teardown.remove(uid))));
  }

  private List<String> ended(PodUid uid, List<String> left) {
    reconstruction.tornDown(uid, !left.isEmpty());
    if (left.isEmpty()) {
      gate.releaseAll(uid);
    }
    return left;
  }

  private static List<String> attempt(String what, BlockingCalls.Work<List<String>> work) {
    try {
      return work.run();
    } catch (IOException
        | UncheckedIOException
        | VolumeException
        | LinuxException
        | HostException e) {
      return List.of(what + ": " + ErrorText.text(e));
    }
  }

  /** The name of the directory of a pod's volume: that of a claim is known once it was resolved. */
  public String directoryName(PodUid uid, String volume) {
    return resolver.directoryName(uid, volume);
  }

  /** Whether the volume in that directory has stats of its plugin. */
  public boolean providesStats(Path directory) {
    return stats.provides(directory);
  }

  /** How full such a volume is; empty when that cannot be found out soon. */
  public Optional<VolumeStats> stats(Path directory) {
    return stats.read(directory);
  }

  /** The pods that have a directory here; after a restart some may be orphans. */
  public Set<PodUid> list() {
    Set<PodUid> pods = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directories.all())) {
      for (Path entry : entries) {
        if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          pods.add(new PodUid(entry.getFileName().toString()));
        }
      }
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (DirectoryIteratorException e) {
      throw new UncheckedIOException("cannot list " + directories.all(), e.getCause());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directories.all(), e);
    }
    return pods;
  }
}
