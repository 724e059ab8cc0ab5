package dev.jubelet.volume;

import dev.jubelet.base.SideBySide;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.LinuxMounts;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.model.SubPathMount;
import dev.jubelet.pod.model.VolumeOutcome;
import dev.jubelet.volume.device.Turns;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.SlowWalks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.VolumeCensus;
import dev.jubelet.volume.meter.VolumeClock;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.plugin.VolumeStats;
import dev.jubelet.volume.projection.PayloadBuilder;
import dev.jubelet.volume.selinux.VolumeLabels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the volumes of pods ready, and deletes what pods leave behind.
 *
 * <p>Thread: any; calls for the same pod should not overlap. Owns: {@code <root>/pods}; the disk is
 * the truth.
 */
public final class PodVolumes {
  private static final Logger log = LoggerFactory.getLogger(PodVolumes.class);
  private static final Path SWAPS = Path.of("/proc/swaps");

  /** As many have to hang before others wait. */
  private static final int MOST_BLOCKING_CALLS = 64;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final PodDirectories directories;
  private final Mounts mounts;
  private final ProjectedVolumes projected;
  private final VolumeParts parts;
  private final VolumeKinds kinds;
  private final VolumeMaker maker;
  private final VolumeLedger ledger;
  private final MappedEvents events;
  private final Reconstruction earlier;
  private final PodTearDown tearDown;

  public PodVolumes(VolumeSettings settings) {
    this(settings, new LinuxMounts());
  }

  PodVolumes(VolumeSettings settings, Mounts mounts) {
    this.directories = new PodDirectories(settings.root());
    this.mounts = mounts;
    EmptyDirs emptyDirs =
        new EmptyDirs(
            directories,
            mounts,
            new SwapWarning(settings.telling().events(), settings.timers(), SWAPS)::mayBeSwapped);
    this.projected =
        new ProjectedVolumes(
            directories,
            emptyDirs,
            new PayloadBuilder(settings.objects(), settings.sources(), settings.allocatable()),
            settings.allocatable(),
            settings.timers());
    BlockingCalls calls = new BlockingCalls("volume-calls", MOST_BLOCKING_CALLS, PATIENCE);
    Turns turns = new Turns();
    this.parts = new VolumeParts(new SubPathBinder(mounts), calls, turns);
    this.ledger = new VolumeLedger(settings.telling().meter(), settings.timers());
    this.events = new MappedEvents(settings.telling().events(), settings.timers());
    this.kinds =
        new VolumeKinds(
            directories,
            settings.plugins(),
            new VolumeClock(settings.telling().meter(), settings.timers()),
            new VolumeLabels(
                settings.labelling().policy(),
                settings.labelling().everyMode(),
                settings.telling().meter()),
            new SlowWalks(settings.telling().events(), settings.timers()));
    this.maker =
        new VolumeMaker(
            emptyDirs, projected, new SpreadingVolumes(mounts), kinds, settings.allocatable());
    this.earlier =
        new Reconstruction(directories, kinds::named, settings.telling().meter(), ledger.census());
    this.tearDown = new PodTearDown(directories, mounts, kinds, calls, turns);
  }

  /**
   * Takes up what an earlier agent has left; once, before there are pods. What it has left half-way
   * is ended meanwhile.
   */
  public void takeUpEarlier() {
    try {
      kinds.reconstruct();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read what is on disk of volumes", e);
    }
    try {
      earlier.look();
      kinds.takeUpUses(mounts.table());
    } catch (IOException e) {
      log.atWarn().log("Cannot look through the volumes of earlier pods: {}", Failures.text(e));
    }
    // A platform thread, as calls of the kernel may hold it for long.
    Thread.ofPlatform().daemon().name("volumes-left").start(kinds::removeOrphans);
  }

  /** Which volumes pods want and have. */
  public VolumeCensus census() {
    return ledger.census();
  }

  /**
   * Makes the pod's directory and every volume that a container mounts. May be called again at any
   * time: what is ready stays as it is, files that the agent writes are brought up to date. The
   * message names each volume that failed.
   */
  public VolumeOutcome prepare(Pod pod) {
    try {
      directories.make(PodUid.of(pod));
    } catch (IOException | VolumeException e) {
      return new VolumeOutcome.NotReady(
          "Failed", "error making pod data directories: " + Failures.text(e));
    }
    List<VolumeAttempt> attempts = new ArrayList<>();
    List<Volume> ofOthers = new ArrayList<>();
    for (Volume volume : Volumes.used(pod)) {
      if (VolumeMaker.isOfOthers(volume)) {
        ofOthers.add(volume);
      } else {
        attempts.add(attempt(pod, volume));
      }
    }
    // A driver that takes long does not let the next one wait.
    attempts.addAll(
        SideBySide.each("volumes-" + PodUid.of(pod), ofOthers, volume -> attempt(pod, volume)));
    return VolumeAttempt.outcome(attempts);
  }

  private VolumeAttempt attempt(Pod pod, Volume volume) {
    try {
      VolumeSpec spec = kinds.spec(pod, volume);
      Path path = prepare(pod, spec);
      return new VolumeAttempt.Made(
          volume.getName(), path, kinds.supportsSelinuxRelabel(pod, spec));
    } catch (IOException
        | UncheckedIOException
        | InvalidPathException
        | VolumeException
        | LinuxException
        | HostException e) {
      return new VolumeAttempt.Failed(volume.getName(), e, failure(pod, volume, e));
    }
  }

  private Path prepare(Pod pod, VolumeSpec spec) throws IOException {
    String plugin = pluginOf(spec);
    PodUid uid = PodUid.of(pod);
    boolean known = ledger.has(uid, plugin, spec);
    Path path = ledger.made(uid, plugin, spec, () -> maker.make(pod, spec));
    if (spec.isBlock() && !known) {
      events.mapped(pod, spec, kinds.globalMapPath(spec), path);
    }
    return path;
  }

  /**
   * Brings the files that the agent writes up to date in volumes that are there. Cheap when nothing
   * has changed. Returns why a volume keeps its old files, unless it only waits for somebody.
   */
  public List<String> refresh(Pod pod) {
    List<String> problems = new ArrayList<>();
    for (Volume volume : Volumes.used(pod)) {
      try {
        refresh(pod, volume);
      } catch (IOException
          | UncheckedIOException
          | VolumeException
          | LinuxException
          | HostException e) {
        if (!(e instanceof VolumeException v && v.isWaiting())) {
          problems.add((isUnprocessed(e) ? VolumeTroubles.UNABLE : "") + failure(pod, volume, e));
        }
      }
    }
    return problems;
  }

  private void refresh(Pod pod, Volume volume) throws IOException {
    VolumeSpec spec = kinds.spec(pod, volume);
    ledger.seen(PodUid.of(pod), pluginOf(spec), spec);
    if (PayloadBuilder.writes(volume)) {
      projected.refresh(pod, volume);
    } else if (kinds.has(spec)) {
      kinds.refresh(pod, spec);
    }
  }

  private String pluginOf(VolumeSpec spec) {
    return PlainVolumes.plugin(spec).orElseGet(() -> kinds.metricName(spec));
  }

  /**
   * Shows a part of a volume at its target, made first if there is none. Returns why that cannot
   * be; nothing when it is done.
   */
  public Optional<String> bind(SubPathMount wanted) {
    try {
      parts.bind(wanted);
      return Optional.empty();
    } catch (IOException | UncheckedIOException | LinuxException e) {
      return Optional.of(Failures.text(e));
    }
  }

  /** In the words of events, which call a claim by the name of its volume. */
  private String failure(Pod pod, Volume volume, Exception e) {
    if (isUnprocessed(e)) {
      return Failures.text(e);
    }
    return "%s failed for volume \"%s\" : %s"
        .formatted(
            e instanceof VolumeException v ? v.step() : "MountVolume.SetUp",
            kinds.directoryName(PodUid.of(pod), volume.getName()),
            Failures.text(e));
  }

  private static boolean isUnprocessed(Exception e) {
    return e instanceof VolumeException v && v.isUnprocessed();
  }

  /**
   * Ends the volumes of a pod whose containers have ended. Returns why something is left; nothing
   * when all is gone.
   */
  public List<String> release(PodUid uid) {
    return attempt(
        "cannot end the volumes of pod " + uid,
        () -> ended(uid, ledger.ended(uid, () -> tearDown.endVolumes(uid))));
  }

  /**
   * Deletes the pod's directory with everything in it. Follows no link and enters no mount: while
   * something is mounted inside, nothing is deleted. Returns why something is left; nothing when
   * all is gone.
   */
  public List<String> remove(PodUid uid) {
    kinds.forget(uid);
    return attempt(
        "cannot delete the directory of pod " + uid,
        () -> ended(uid, ledger.ended(uid, () -> tearDown.remove(uid))));
  }

  private List<String> ended(PodUid uid, List<String> left) {
    earlier.ended(uid, !left.isEmpty());
    if (left.isEmpty()) {
      kinds.ended(uid);
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
      return List.of(what + ": " + Failures.text(e));
    }
  }

  /** The name of the directory of a pod's volume: that of a claim is known once it was resolved. */
  public String directoryName(PodUid uid, String volume) {
    return kinds.directoryName(uid, volume);
  }

  /** Whether the volume in that directory is measured by its kind. */
  public boolean providesStats(Path directory) {
    return kinds.providesStats(directory);
  }

  /** How full such a volume is; empty when that cannot be found out soon. */
  public Optional<VolumeStats> stats(Path directory) {
    return kinds.stats(directory);
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
