package dev.jubelet.volume.device;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.FsGroup.Access;
import dev.jubelet.volume.disk.GroupOwnership;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.kind.MountOptions;
import dev.jubelet.volume.kind.VolumeSpec;
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
   */
  public record Wish(Path place, String fsType, boolean readOnly, Attachment attachment) {}

  /**
   * A kind of disks.
   *
   * @param name the last part of the kind's name, such as {@code iscsi}
   * @param depth of the places of disks below the directory of the kind
   */
  public record Kind(String name, int depth) {}

  public AttachedDisks(
      Path root, Kind kind, Mounts mounts, FormatAndMount disks, LoopPins pins, Wire wire) {
    this.home = root.resolve("plugins/kubernetes.io").resolve(kind.name());
    PodDirectories directories = new PodDirectories(root);
    this.podsHome = directories.all();
    this.points = new PodMounts(directories, "kubernetes.io~" + kind.name(), mounts);
    this.blocks = new BlockMap(directories, "kubernetes.io~" + kind.name(), mounts, pins);
    this.disks = disks;
    this.mounts = mounts;
    this.wire = wire;
    this.left = new LeftDisks(home, kind.depth(), wire, mounts, turns);
  }

  public Path setUp(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    return turns.take(
        wish.place().toString(),
        () -> volume.isBlock() ? mapped(pod, volume, wish) : mounted(pod, volume, wish));
  }

  /** The link of the pod comes first: while it is there, something may have to be ended. */
  private Path mapped(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    Path global = directory(deviceHome(wish.place()));
    PodUid uid = PodUid.of(pod);
    if (volume.isForOnePod() && new DiskPlace(global).isUsedBesides(global.resolve(uid.value()))) {
      throw VolumeException.usedByAnother();
    }
    if (!Files.isSymbolicLink(blocks.link(uid, volume.name()))) {
      blocks.makeLink(uid, volume.name(), global.resolve(uid.value()));
    }
    Path device = wish.attachment().attach(global);
    return blocks.map(uid, volume.name(), device, global);
  }

  private Path mounted(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    Path global = directory(home.resolve(wish.place()));
    if (!points.isMounted(global)) {
      attachAndMount(volume, wish, global);
    } else if (volume.isForOnePod() && isUsed(sources(global))) {
      throw VolumeException.usedByAnother();
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
    Path device = wish.attachment().attach(global);
    List<String> options = MountOptions.of(volume, wish.readOnly() ? "ro" : "");
    try {
      disks.mount(new FormatAndMount.Wish(device, global, wish.fsType(), options, wish.readOnly()));
    } catch (RuntimeException e) {
      try {
        wire.detach(device, global);
        new DiskPlace(global).remove();
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
  public Path deviceHome(Path place) {
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
  }

  private Set<String> sources(Path point) {
    return mounts.table().at(point).stream()
        .map(MountTable.Mount::source)
        .collect(Collectors.toSet());
  }

  /** Ends what agents that died have left half-way. */
  public void clear() throws IOException {
    endUnused(Set.of());
    left.endAll();
  }

  private void unmap(PodUid pod, String name, Path device) throws IOException {
    List<Path> places = placesOf(pod);
    for (Path shown : places) {
      if (points.isMounted(shown) && isSame(shown, device)) {
        end(pod, name, shown.resolveSibling(""), global -> wire.detach(device, global));
        return;
      }
    }
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

  private static boolean isSame(Path shown, Path device) throws IOException {
    return Files.exists(device)
        && Files.getAttribute(shown, NUMBER).equals(Files.getAttribute(device, NUMBER));
  }

  /** Nobody but who had a disk has to hear that it cannot be given up. */
  private void endUnused(Set<String> own) throws IOException {
    if (!Files.isDirectory(home)) {
      return;
    }
    Path real = home.toRealPath();
    for (MountTable.Mount global : mounts.table().at(real)) {
      if (global.point().startsWith(real.resolve(DEVICES))) {
        continue;
      }
      String place = real.relativize(global.point()).toString();
      if (own.contains(global.source())) {
        turns.take(place, () -> endIfUnused(global));
      } else {
        LeftDisks.attempt(global.point(), () -> turns.takeIfFree(place, () -> endIfUnused(global)));
      }
    }
  }

  private boolean endIfUnused(MountTable.Mount global) throws IOException {
    boolean unused = points.isMounted(global.point()) && !isUsed(Set.of(global.source()));
    if (unused) {
      points.unmount(global.point());
      wire.detach(Path.of(global.source()), global.point());
      new DiskPlace(global.point()).remove();
    }
    return unused;
  }

  private boolean isUsed(Set<String> devices) throws IOException {
    return mounts.table().at(podsHome.toRealPath()).stream()
        .anyMatch(mount -> devices.contains(mount.source()));
  }
}
