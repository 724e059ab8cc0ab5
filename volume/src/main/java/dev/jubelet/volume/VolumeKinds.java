package dev.jubelet.volume;

import dev.jubelet.base.SideBySide;
import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.SlowWalks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.meter.VolumeClock;
import dev.jubelet.volume.meter.VolumeOperation;
import dev.jubelet.volume.migrate.OldVolumes;
import dev.jubelet.volume.plugin.Claims;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumePlugins;
import dev.jubelet.volume.plugin.VolumeSpec;
import dev.jubelet.volume.plugin.VolumeStats;
import dev.jubelet.volume.selinux.VolumeLabels;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the kinds of volumes, each on threads of its own: a server or driver that does not answer
 * holds up the pods that wait for it. A call that was given up goes on by itself, and the next one
 * for the same volume waits for it.
 *
 * <p>Thread: the pod's. Owns: the threads of the kinds, which calls have not come back, how the
 * directories of claims are called, which volumes are of old kinds and who has which.
 */
final class VolumeKinds {
  private static final Logger log = LoggerFactory.getLogger(VolumeKinds.class);
  static final List<String> PLACES = List.of("volumes", "volumeDevices");

  /** More volumes of one kind than this do not hang at once; idle threads end. */
  private static final int MOST_CALLS_OF_A_KIND = 64;

  private static final int MOST_FIGURES = 16;
  private static final Duration FIGURES_PATIENCE = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofMinutes(2).plusSeconds(3);

  private final PodDirectories directories;
  private final VolumePlugins plugins;
  private final Map<String, BlockingCalls> calls = new ConcurrentHashMap<>();
  private final BlockingCalls figures =
      new BlockingCalls("volume-figures", MOST_FIGURES, FIGURES_PATIENCE);
  private final Map<PodUid, Map<String, String>> names = new ConcurrentHashMap<>();
  private final Map<PodUid, Set<String>> migrated = new ConcurrentHashMap<>();
  private final Set<Call> underWay = ConcurrentHashMap.newKeySet();
  private final VolumeClock clock;
  private final VolumeLabels labels;
  private final SlowWalks slow;
  private final VolumeUsers users = new VolumeUsers();

  private record Call(String plugin, PodUid pod, String name) {}

  VolumeKinds(
      PodDirectories directories,
      VolumePlugins plugins,
      VolumeClock clock,
      VolumeLabels labels,
      SlowWalks slow) {
    this.directories = directories;
    this.plugins = plugins;
    this.clock = clock;
    this.labels = labels;
    this.slow = slow;
  }

  private static BlockingCalls threads(String plugin) {
    return new BlockingCalls("volume-" + plugin, MOST_CALLS_OF_A_KIND, PATIENCE);
  }

  /** Takes up what an earlier agent has left. */
  void reconstruct() throws IOException {
    for (VolumePlugin kind : plugins.all()) {
      kind.reconstruct();
    }
  }

  /** Takes up which volumes pods have from an earlier agent, and the labels of their mounts. */
  void takeUpUses(MountTable table) throws IOException {
    for (Path directory : Entries.of(directories.all())) {
      PodUid pod = new PodUid(directory.getFileName().toString());
      for (VolumePlugin kind : plugins.all()) {
        for (String name : names(pod, kind)) {
          takeUp(pod, kind, name, table);
        }
      }
    }
  }

  private void takeUp(PodUid pod, VolumePlugin kind, String name, MountTable table)
      throws IOException {
    Optional<String> shared = kind.uniqueName(pod, name);
    if (shared.isEmpty()) {
      return;
    }
    users.takeUp(pod, name, shared.get());
    Path place = directories.of(pod).resolve("volumes").resolve(kind.escapedName());
    if (Files.isDirectory(place)) {
      table
          .highest(place.toRealPath().resolve(name))
          .ifPresent(mount -> labels.takeUp(pod, shared.get(), mount.label()));
    }
  }

  /** Ends what earlier agents have left half-way; as long as that takes. */
  void removeOrphans() {
    for (VolumePlugin kind : plugins.all()) {
      try {
        kind.removeOrphans();
      } catch (IOException | RuntimeException e) {
        log.atWarn()
            .addKeyValue("plugin", kind.escapedName())
            .log("Not all that was left half-way could be ended: {}", e.toString());
      }
    }
  }

  VolumeSpec spec(Pod pod, Volume volume) {
    Optional<VolumeSpec.Bound> bound =
        Claims.isClaim(volume)
            ? Optional.of(plugins.claims().resolve(pod, volume))
            : Optional.empty();
    VolumeSpec spec = OldVolumes.translated(pod, new VolumeSpec(volume, bound));
    if (spec.bound().isPresent()) {
      names
          .computeIfAbsent(PodUid.of(pod), uid -> new ConcurrentHashMap<>())
          .put(volume.getName(), spec.name());
    }
    if (spec.migrated()) {
      migrated
          .computeIfAbsent(PodUid.of(pod), uid -> ConcurrentHashMap.newKeySet())
          .add(spec.name());
    }
    return spec;
  }

  /** The name of the directory of a volume, as far as it is known. */
  String directoryName(PodUid pod, String volume) {
    return names.getOrDefault(pod, Map.of()).getOrDefault(volume, volume);
  }

  void forget(PodUid pod) {
    names.remove(pod);
    migrated.remove(pod);
  }

  /** The pod has no volumes any more. */
  void ended(PodUid pod) {
    labels.gone(pod);
    users.gone(pod);
    plugins.attach().ifPresent(attach -> attach.gone(pod));
    wakeWaiting();
  }

  private void wakeWaiting() {
    plugins.attach().ifPresent(attach -> attach.waiting().wakeAll());
  }

  /** Another agent does not know any more. */
  private boolean isMigrated(PodUid pod, String name) {
    return migrated.getOrDefault(pod, Set.of()).contains(name);
  }

  /** Where the device of a volume is shown for the node, of kinds that give devices. */
  Optional<Path> globalMapPath(VolumeSpec volume) {
    return plugins.of(volume).flatMap(kind -> kind.globalMapPath(volume));
  }

  /** The kind that providesStats the volume in that directory itself. */
  private Optional<VolumePlugin> measuring(Path directory) {
    Path plugin = directory.getParent();
    return plugins.all().stream()
        .filter(VolumePlugin::providesStats)
        .filter(kind -> plugin != null && plugin.endsWith(kind.escapedName()))
        .findFirst();
  }

  boolean providesStats(Path directory) {
    return measuring(directory).isPresent();
  }

  /** Figures that do not come soon are not waited for. */
  Optional<VolumeStats> stats(Path directory) {
    PodUid pod = new PodUid(directory.getName(directory.getNameCount() - 4).toString());
    String name = directory.getFileName().toString();
    return measuring(directory)
        .flatMap(
            kind -> {
              try {
                return figures.run(
                    "figures of volume %s of pod %s".formatted(name, pod),
                    () -> kind.stats(pod, name));
              } catch (IOException | VolumeException | LinuxException e) {
                log.atDebug().addKeyValue("volume", directory).log("No figures: {}", e.toString());
                return Optional.empty();
              }
            });
  }

  boolean has(VolumeSpec volume) {
    return plugins.of(volume).isPresent();
  }

  Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    VolumePlugin kind = kindOf(volume);
    PodUid uid = PodUid.of(pod);
    VolumeSpec labelled = permitted(pod, volume, kind);
    try {
      return call(kind, uid, volume.name(), () -> slow.during(() -> kind.setUp(pod, labelled)));
    } catch (IOException | RuntimeException e) {
      letGoUnlessLeft(uid, volume.name(), kind, e);
      throw e;
    }
  }

  /** A pod that did not get a volume and has nothing of it on disk keeps nobody else from it. */
  private void letGoUnlessLeft(PodUid pod, String name, VolumePlugin kind, Exception because) {
    try {
      if (!names(pod, kind).contains(name)) {
        users.letGo(pod, name);
      }
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  /** Whom other pods keep from the volume is woken when one of them has ended. */
  private VolumeSpec permitted(Pod pod, VolumeSpec volume, VolumePlugin kind) {
    PodUid uid = PodUid.of(pod);
    try {
      VolumeSpec labelled = labels.labelled(pod, volume, kind);
      if (volume.bound().isPresent()) {
        users.take(uid, volume, kind.uniqueName(volume));
      } else {
        // On disk it looks like a persistent one of that name.
        users.letGo(uid, volume.name());
      }
      return labelled;
    } catch (VolumeException e) {
      plugins.attach().ifPresent(attach -> attach.waiting().add(uid));
      throw e;
    }
  }

  /** Sets up a volume that the pod gets as a device. */
  Path map(Pod pod, VolumeSpec volume) throws IOException {
    if (plugins.of(volume).filter(VolumePlugin::supportsBlock).isEmpty()) {
      throw new VolumeException("volumes of this kind cannot have the volumeMode Block");
    }
    return setUp(pod, volume);
  }

  /** Whether the runtime may change SELinux labels in a volume that is set up. */
  boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) throws IOException {
    if (!labels.enabled()) {
      return false;
    }
    Optional<VolumePlugin> kind = plugins.of(volume);
    return kind.isPresent()
        && labels.labelled(pod, volume, kind.get()).label().isEmpty()
        && kind.get().supportsSelinuxRelabel(pod, volume);
  }

  void refresh(Pod pod, VolumeSpec wanted) throws IOException {
    VolumePlugin kind = kindOf(wanted);
    VolumeSpec volume = labels.labelled(pod, wanted, kind);
    call(
        kind,
        PodUid.of(pod),
        volume.name(),
        () -> {
          kind.refresh(pod, volume);
          return true;
        });
  }

  private VolumePlugin kindOf(VolumeSpec volume) {
    return plugins.of(volume).orElseThrow(() -> unknown(volume));
  }

  /** Programs of strangers are not run for a volume: nobody could say what they would do. */
  private static VolumeException unknown(VolumeSpec volume) {
    if (volume.volume().getGitRepo() != null) {
      return new VolumeException(
          "git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling"
              + " the feature-gate `GitRepoVolumeDriver`");
    }
    return VolumeException.unprocessed(
        "failed to get Plugin from volumeSpec for volume \"%s\" err=no volume plugin matched"
            .formatted(volume.name()));
  }

  /** Ends all volumes that the pod has on disk. Returns why some are left. */
  List<String> tearDown(PodUid pod) throws IOException {
    List<Owned> all = new ArrayList<>();
    for (VolumePlugin kind : plugins.all()) {
      names(pod, kind).forEach(name -> all.add(new Owned(kind, name)));
    }
    return SideBySide.each("volumes-" + pod, all, one -> endOf(pod, one)).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** A volume of a pod, by the name of its directory. */
  private record Owned(VolumePlugin kind, String name) {}

  /** Returns why the volume is left. */
  private Optional<String> endOf(PodUid pod, Owned volume) {
    try {
      tearDown(volume.kind(), pod, volume.name());
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.of(
          "UnmountVolume.TearDown failed for volume \"%s\" : %s"
              .formatted(volume.name(), e.getMessage()));
    }
  }

  private void tearDown(VolumePlugin kind, PodUid pod, String name) throws IOException {
    boolean block =
        Files.exists(
            directories.of(pod).resolve("volumeDevices").resolve(kind.escapedName()).resolve(name),
            LinkOption.NOFOLLOW_LINKS);
    clock.time(
        new PluginLabel(metricName(kind, pod, name), isMigrated(pod, name)),
        block ? VolumeOperation.UNMAP : VolumeOperation.UNMOUNT,
        () ->
            call(
                kind,
                pod,
                name,
                () -> {
                  kind.tearDown(pod, name);
                  return true;
                }));
    users.letGo(pod, name);
    wakeWaiting();
  }

  private static String metricName(VolumePlugin kind, PodUid pod, String name) throws IOException {
    return kind.metricName(pod, name).orElseGet(() -> kind.escapedName().replace('~', '/'));
  }

  /** How the plugin of a volume is called in metrics. */
  String metricName(VolumeSpec volume) {
    return plugins.of(volume).map(kind -> kind.metricName(volume)).orElse("N/A");
  }

  /** The kind whose volumes are in directories of that name. */
  Optional<VolumePlugin> named(String plugin) {
    return plugins.all().stream().filter(kind -> kind.escapedName().equals(plugin)).findFirst();
  }

  private <T> T call(VolumePlugin kind, PodUid pod, String name, BlockingCalls.Work<T> work)
      throws IOException {
    Call call = new Call(kind.escapedName(), pod, name);
    underWay.add(call);
    return calls
        .computeIfAbsent(kind.escapedName(), VolumeKinds::threads)
        .run(
            "volume %s of pod %s".formatted(name, pod),
            () -> {
              // An earlier call may have ended just now and taken the mark away.
              underWay.add(call);
              try {
                return work.run();
              } finally {
                underWay.remove(call);
              }
            });
  }

  /** Those on disk, and those that a call which was given up may still bring there. */
  private SortedSet<String> names(PodUid pod, VolumePlugin kind) throws IOException {
    SortedSet<String> names = new TreeSet<>();
    for (Call call : underWay) {
      if (call.pod().equals(pod) && call.plugin().equals(kind.escapedName())) {
        names.add(call.name());
      }
    }
    for (String place : PLACES) {
      Path volumes = directories.of(pod).resolve(place);
      if (Files.isDirectory(volumes, LinkOption.NOFOLLOW_LINKS)) {
        Entries.of(volumes.resolve(kind.escapedName()))
            .forEach(entry -> names.add(entry.getFileName().toString()));
      }
    }
    return names;
  }
}
