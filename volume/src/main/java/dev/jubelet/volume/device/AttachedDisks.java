package dev.jubelet.volume.device;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.disk.FsGroup.Access;
import dev.jubelet.volume.disk.GroupOwnership;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.meter.PluginLabel;
import dev.jubelet.volume.plugin.MountOptions;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Disks that are attached to the node for the first pod that wants them and given up after the
 * last: mounted once below {@code plugins/kubernetes.io/<kind>} and shown to each pod, or passed on
 * as devices. Who uses a disk is read from the kernel's mount table, so it survives a restart.
 *
 * <p>Thread: those of the kind; pods that share a disk take turns. Owns: the disks of its kind.
 */
public final class AttachedDisks {
  static final String DEVICES = "volumeDevices";
  private static final String NUMBER = "unix:rdev";

  private final Path home;
  private final Path podsHome;
  private final PodMounts points;
  private final BlockMap blocks;
  private final FormatAndMount disks;
  private final Mounts mounts;
  private final Wire wire;
  private final LeftDisks left;
  private final DiskUses uses;
  private final Turns turns = new Turns();

  /** How a disk is taken off the node again. */
  public interface Wire {
    /**
     * Gives the device up.
     *
     * @param global where the disk was mounted; what was kept there may tell how it came
     */
    void detach(Path device, Path global) throws IOException;

    /**
     * Gives up what is known from {@code global} alone: which device it was cannot be told, and the
     * name that it had may be that of another disk by now.
     */
    void abandon(Path global) throws IOException;

    /** The volume that was to be attached, as it was written down in {@code global}. */
    Optional<String> volume(Path global) throws IOException;

    /**
     * Gives up what an attachment that nobody finished has brought to the node, as far as it was
     * written down in {@code global}; nothing is kept there afterwards.
     */
    void endLeft(Path global) throws IOException;
  }

  /** How a disk comes to the node. */
  public interface Attachment {
    /** Its device; keeps in {@code global} what is needed to detach it before it does anything. */
    Path attach(Path global) throws IOException;
  }

  /**
   * What is wanted.
   *
   * @param place the disk's name below the directory of its kind
   * @param name the disk's name in the Node object
   */
  public record Wish(
      Path place, String name, String fsType, boolean readOnly, Attachment attachment) {}

  /**
   * A kind of disks.
   *
   * @param name the last part of the kind's name, such as {@code iscsi}
   * @param depth of the places of disks below the directory of the kind
   */
  public record Kind(String name, int depth) {}

  public AttachedDisks(
      Path root,
      Kind kind,
      Mounts mounts,
      FormatAndMount disks,
      LoopPins pins,
      AttachableVolumes attach,
      Wire wire) {
    this.home = root.resolve("plugins/kubernetes.io").resolve(kind.name());
    PodDirectories directories = new PodDirectories(root);
    this.podsHome = directories.all();
    this.points = new PodMounts(directories, "kubernetes.io~" + kind.name(), mounts);
    this.blocks = new BlockMap(directories, "kubernetes.io~" + kind.name(), mounts, pins);
    this.disks = disks;
    this.mounts = mounts;
    this.wire = wire;
    this.uses = new DiskUses(home, PluginLabel.of("kubernetes.io/" + kind.name()), attach);
    this.left = new LeftDisks(home, kind.depth(), wire, mounts, turns, uses);
  }

  /** What an earlier agent has left is in use until it is ended. */
  public void reconstruct() throws IOException {
    uses.reconstruct();
  }

  public Path setUp(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    PodUid uid = PodUid.of(pod);
    uses.want(uid, volume.name(), wish.name());
    return turns.take(
        wish.place().toString(),
        () -> {
          requireAttached(
              uid, wish, volume.isBlock() ? globalMapPath(wish.place()) : mountPlace(wish));
          return volume.isBlock() ? mapped(uid, volume, wish) : mounted(pod, volume, wish);
        });
  }

  /** What is mounted, or shown to a pod, was attached and has been in use since then. */
  private void requireAttached(PodUid pod, Wish wish, Path place) throws IOException {
    if (Files.isDirectory(place) && !mounts.table().at(place.toRealPath()).isEmpty()) {
      uses.begin(place.toRealPath(), wish.name());
    } else {
      uses.requireAttached(pod, wish.name());
    }
  }

  private Path mountPlace(Wish wish) {
    return home.resolve(wish.place());
  }

  /** The link of the pod comes first: while it is there, something may have to be ended. */
  private Path mapped(PodUid pod, VolumeSpec volume, Wish wish) throws IOException {
    Path global = directory(globalMapPath(wish.place()));
    if (!Files.isSymbolicLink(blocks.link(pod, volume.name()))) {
      blocks.makeLink(pod, volume.name(), global.resolve(pod.value()));
    }
    uses.begin(global, wish.name());
    Path device = wish.attachment().attach(global);
    return blocks.map(pod, volume.name(), device, global);
  }

  private Path mounted(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    Path global = directory(mountPlace(wish));
    if (!points.isMounted(global)) {
      attachAndMount(volume, wish, global);
    }
    if (!wish.readOnly()) {
      // First, as the pod's mount tells an agent that comes later that all is done.
      GroupOwnership.apply(pod, global, Access.READ_AND_WRITE);
    }
    points.bind(global, point, wish.readOnly() ? List.of("ro") : List.of());
    return point;
  }

  /** A disk that cannot be mounted is given up again, with its place. */
  private void attachAndMount(VolumeSpec volume, Wish wish, Path global) throws IOException {
    uses.begin(global, wish.name());
    Path device = wish.attachment().attach(global);
    List<String> options = MountOptions.of(volume, wish.readOnly() ? "ro" : "");
    try {
      disks.mount(new FormatAndMount.Wish(device, global, wish.fsType(), options, wish.readOnly()));
    } catch (RuntimeException e) {
      try {
        wire.detach(device, global);
        remove(global);
      } catch (IOException | RuntimeException also) {
        e.addSuppressed(also);
      }
      throw e;
    }
  }

  private static Path directory(Path path) throws IOException {
    Files.createDirectories(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));
    return path.toRealPath();
  }

  /** Where the device of the disk in that place is shown. */
  public Path globalMapPath(Path place) {
    return home.resolve(DEVICES).resolve(place);
  }

  /** Ends the pod's part; a disk that nobody uses afterwards is given up. */
  public void tearDown(PodUid pod, String name) throws IOException {
    Path link = blocks.link(pod, name);
    if (Files.isSymbolicLink(link)) {
      unmap(pod, name, Files.readSymbolicLink(link));
    }
    Path point = points.of(pod, name);
    Set<String> own = sources(point);
    points.unmount(point);
    endUnused(own);
    left.end(name::equals);
    points.remove(point);
    uses.letGo(pod, name);
  }

  /** The name of the disk that the pod has, by what is mounted. */
  public Optional<String> name(PodUid pod, String volume) throws IOException {
    Path link = blocks.link(pod, volume);
    if (Files.isSymbolicLink(link)) {
      Optional<Path> shown = shown(pod, Files.readSymbolicLink(link));
      return shown.isPresent() ? uses.of(shown.get().resolveSibling("")) : Optional.empty();
    }
    Set<String> own = sources(points.of(pod, volume));
    for (MountTable.Mount global : globalMounts()) {
      if (own.contains(global.source())) {
        return uses.of(global.point());
      }
    }
    return Optional.empty();
  }

  private Set<String> sources(Path point) {
    return mounts.table().at(point).stream()
        .map(MountTable.Mount::source)
        .collect(Collectors.toSet());
  }

  /** Ends what agents that died have left half-way. */
  public void removeOrphans() throws IOException {
    endUnused(Set.of());
    left.endAll();
  }

  private void unmap(PodUid pod, String name, Path device) throws IOException {
    Optional<Path> there = shown(pod, device);
    if (there.isPresent()) {
      end(pod, name, there.get().resolveSibling(""), global -> wire.detach(device, global));
      return;
    }
    List<Path> places = placesOf(pod);
    for (Path shown : places) {
      if (!points.isMounted(shown) || (places.size() == 1 && !Files.exists(device))) {
        end(pod, name, shown.resolveSibling(""), wire::abandon);
      }
    }
    Files.deleteIfExists(blocks.link(pod, name));
  }

  private interface Parting {
    void from(Path global) throws IOException;
  }

  private void end(PodUid pod, String name, Path global, Parting parting) throws IOException {
    Path place = home.toRealPath().resolve(DEVICES).relativize(global);
    turns.take(
        place.toString(),
        () -> {
          blocks.unmap(pod, name, global, () -> parting.from(global));
          if (!Files.exists(global)) {
            uses.end(global);
          }
          return true;
        });
  }

  /**
   * Where the pod is shown devices. Nothing is mounted there any more when an agent died half-way
   * or the machine was started again.
   */
  private List<Path> placesOf(PodUid pod) throws IOException {
    Path all = home.resolve(DEVICES);
    if (!Files.isDirectory(all)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(all.toRealPath())) {
      return found.filter(path -> path.endsWith(pod.value())).toList();
    }
  }

  /** Where the pod is shown the device. */
  private Optional<Path> shown(PodUid pod, Path device) throws IOException {
    for (Path place : placesOf(pod)) {
      if (points.isMounted(place) && isSame(place, device)) {
        return Optional.of(place);
      }
    }
    return Optional.empty();
  }

  private static boolean isSame(Path shown, Path device) throws IOException {
    return Files.exists(device)
        && Files.getAttribute(shown, NUMBER).equals(Files.getAttribute(device, NUMBER));
  }

  /** Nobody but who had a disk has to hear that it cannot be given up. */
  private void endUnused(Set<String> own) throws IOException {
    for (MountTable.Mount global : globalMounts()) {
      String place = home.toRealPath().relativize(global.point()).toString();
      if (own.contains(global.source())) {
        turns.take(place, () -> endIfUnused(global));
      } else {
        LeftDisks.attempt(global.point(), () -> turns.takeIfFree(place, () -> endIfUnused(global)));
      }
    }
  }

  /** The disks that are mounted for the node. */
  private List<MountTable.Mount> globalMounts() throws IOException {
    if (!Files.isDirectory(home)) {
      return List.of();
    }
    Path real = home.toRealPath();
    return mounts.table().at(real).stream()
        .filter(mount -> !mount.point().startsWith(real.resolve(DEVICES)))
        .toList();
  }

  private boolean endIfUnused(MountTable.Mount global) throws IOException {
    boolean unused = points.isMounted(global.point()) && !isUsed(Set.of(global.source()));
    if (unused) {
      points.unmount(global.point());
      wire.detach(Path.of(global.source()), global.point());
      remove(global.point());
    }
    return unused;
  }

  private void remove(Path place) throws IOException {
    new DiskPlace(place).remove();
    uses.end(place);
  }

  private boolean isUsed(Set<String> devices) throws IOException {
    return mounts.table().at(podsHome.toRealPath()).stream()
        .anyMatch(mount -> devices.contains(mount.source()));
  }
}
