package dev.jubelet.volume.device;

import dev.jubelet.edge.host.MountTable;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.FsGroup.Access;
import dev.jubelet.volume.disk.GroupOwnership;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.kind.MountOptions;
import dev.jubelet.volume.kind.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Disks that are attached to the node for the first pod that wants them and given up after the
 * last: mounted once below {@code plugins/kubernetes.io/<kind>} and shown to each pod, or passed on
 * as devices. Who uses a disk is read from the kernel's mount table, so it survives a restart.
 *
 * <p>Thread: those of the kind; pods that share a disk take turns. Owns: the disks of its kind.
 */
public final class AttachedDisks {
  private static final String DEVICES = "volumeDevices";

  private final Path home;
  private final Path podsHome;
  private final PodMounts points;
  private final BlockMap blocks;
  private final FormatAndMount disks;
  private final Mounts mounts;
  private final Wire wire;
  private final Turns turns = new Turns();

  /** How a disk is taken off the node again. */
  public interface Wire {
    /**
     * Gives the device up.
     *
     * @param global where the disk was mounted; what was kept there may tell how it came
     */
    void detach(Path device, Path global) throws IOException;
  }

  /** How a disk comes to the node. */
  public interface Attachment {
    /** Its device; may keep in {@code global} what is needed to detach it. */
    Path attach(Path global) throws IOException;
  }

  /**
   * What is wanted.
   *
   * @param place the disk's name below the directory of its kind
   */
  public record Wish(Path place, String fsType, boolean readOnly, Attachment attachment) {}

  /**
   * Disks of one kind.
   *
   * @param kind the last part of the kind's name, such as {@code iscsi}
   */
  public AttachedDisks(
      Path root, String kind, Mounts mounts, FormatAndMount disks, LoopPins pins, Wire wire) {
    this.home = root.resolve("plugins/kubernetes.io").resolve(kind);
    PodDirectories directories = new PodDirectories(root);
    this.podsHome = directories.all();
    this.points = new PodMounts(directories, "kubernetes.io~" + kind, mounts);
    this.blocks = new BlockMap(directories, "kubernetes.io~" + kind, mounts, pins);
    this.disks = disks;
    this.mounts = mounts;
    this.wire = wire;
  }

  public Path setUp(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    return turns.take(
        wish.place().toString(),
        () -> volume.isBlock() ? mapped(pod, volume, wish) : mounted(pod, volume, wish));
  }

  private Path mapped(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    Path global = directory(home.resolve(DEVICES).resolve(wish.place()));
    Path device = wish.attachment().attach(global);
    return blocks.map(PodUid.of(pod), volume.name(), device, global);
  }

  private Path mounted(Pod pod, VolumeSpec volume, Wish wish) throws IOException {
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    Path global = directory(home.resolve(wish.place()));
    if (!points.isMounted(global)) {
      attachAndMount(volume, wish, global);
    }
    points.bind(global, point, wish.readOnly() ? List.of("ro") : List.of());
    if (!wish.readOnly()) {
      GroupOwnership.apply(pod, point, Access.READ_AND_WRITE);
    }
    return point;
  }

  /** A disk that cannot be mounted is given up again. */
  private void attachAndMount(VolumeSpec volume, Wish wish, Path global) throws IOException {
    Path device = wish.attachment().attach(global);
    List<String> options = MountOptions.of(volume, wish.readOnly() ? "ro" : "");
    try {
      disks.mount(new FormatAndMount.Wish(device, global, wish.fsType(), options, wish.readOnly()));
    } catch (RuntimeException e) {
      try {
        wire.detach(device, global);
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

  /** Ends the pod's part; a disk that nobody uses afterwards is given up. */
  public void tearDown(PodUid pod, String name) throws IOException {
    Path link = blocks.link(pod, name);
    if (Files.isSymbolicLink(link)) {
      unmap(pod, name, Files.readSymbolicLink(link));
    }
    points.remove(points.of(pod, name));
    endUnused();
  }

  private void unmap(PodUid pod, String name, Path device) throws IOException {
    Optional<Path> global = globalOf(pod, device);
    if (global.isEmpty()) {
      Files.deleteIfExists(blocks.link(pod, name));
      return;
    }
    Path place = home.toRealPath().resolve(DEVICES).relativize(global.get());
    turns.take(
        place.toString(),
        () -> {
          blocks.unmap(pod, name, global.get(), () -> wire.detach(device, global.get()));
          return true;
        });
  }

  /**
   * The directory in which the pod is shown this device. Where it is not shown any more, or the
   * device is gone, it is the only one that can be meant.
   */
  private Optional<Path> globalOf(PodUid pod, Path device) throws IOException {
    Path all = home.resolve(DEVICES);
    if (!Files.isDirectory(all)) {
      return Optional.empty();
    }
    List<Path> unsure = new ArrayList<>();
    for (Path shown : shownTo(pod, all.toRealPath())) {
      if (Files.exists(device) && number(shown).equals(number(device))) {
        return Optional.of(shown.getParent());
      }
      if (!Files.exists(device) || !mounts.table().has(shown)) {
        unsure.add(shown.getParent());
      }
    }
    return unsure.size() == 1 ? Optional.of(unsure.getFirst()) : Optional.empty();
  }

  private static List<Path> shownTo(PodUid pod, Path all) throws IOException {
    try (Stream<Path> found = Files.walk(all)) {
      return found.filter(path -> path.endsWith(pod.value())).toList();
    }
  }

  private static Object number(Path device) throws IOException {
    return Files.getAttribute(device, "unix:rdev");
  }

  /** Also what an agent that died left half-way. */
  private void endUnused() throws IOException {
    if (!Files.isDirectory(home)) {
      return;
    }
    Path real = home.toRealPath();
    for (MountTable.Mount global : mounts.table().at(real)) {
      if (!global.point().startsWith(real.resolve(DEVICES))) {
        turns.take(
            real.relativize(global.point()).toString(),
            () -> {
              if (points.isMounted(global.point()) && !isUsed(global.source())) {
                points.unmount(global.point());
                wire.detach(Path.of(global.source()), global.point());
                Files.deleteIfExists(global.point());
              }
              return true;
            });
      }
    }
  }

  private boolean isUsed(String device) throws IOException {
    return mounts.table().at(podsHome.toRealPath()).stream()
        .anyMatch(mount -> mount.source().equals(device));
  }
}
