package dev.jubelet.volume.local;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.pod.spec.NodeSelectors;
import dev.jubelet.volume.device.BlockVolumeMapper;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.LoopDevices;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.disk.VolumeOwnership;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.LocalVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeNodeAffinity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Volumes that are a directory or a disk of this node. A directory is shown in the pod's directory;
 * a disk is mounted once and that mount shown to each pod, or passed on as it is to a pod that
 * wants a block device.
 *
 * <p>Thread: those of this plugin; pods that share a volume take turns. Owns: {@code
 * plugins/kubernetes.io/local-volume}.
 */
public final class LocalVolumePlugin implements VolumePlugin {
  private static final int FILE_TYPE = 0170000;
  private static final int BLOCK_DEVICE = 0060000;

  private final Path root;
  private final PodMounts points;
  private final BlockVolumeMapper blocks;
  private final FormatAndMount disks;
  private final Mounts mounts;
  private final Supplier<LocalNode> localNode;
  private final KeyedLocks<String> locks = new KeyedLocks<>();

  /** The node that the volumes must be on. */
  public record LocalNode(String nodeName, Map<String, String> labels) {}

  public LocalVolumePlugin(
      Path root,
      Mounts mounts,
      FormatAndMount disks,
      LoopDevices loopDevices,
      Supplier<LocalNode> localNode) {
    this.root = root;
    this.localNode = localNode;
    PodDirectories directories = new PodDirectories(root);
    this.points = new PodMounts(directories, escapedName(), mounts);
    this.blocks = new BlockVolumeMapper(directories, escapedName(), mounts, loopDevices);
    this.disks = disks;
    this.mounts = mounts;
  }

  @Override
  public String escapedName() {
    return "kubernetes.io~local-volume";
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return source(volume).isPresent();
  }

  @Override
  public boolean supportsBlock() {
    return true;
  }

  @Override
  public boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) {
    return !volume.claimReadOnly();
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return Optional.of(devices(volume.name()));
  }

  private static Optional<LocalVolumeSource> source(VolumeSpec volume) {
    return volume.bound().map(bound -> bound.volume().getSpec().getLocal());
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    LocalVolumeSource local = source(volume).orElseThrow();
    requireHere(volume);
    Path path = checked(local.getPath());
    if (volume.isBlock() && !isBlockDevice(path)) {
      throw new VolumeException(path + " is not a block device, which volumeMode Block needs");
    }
    try (KeyedLocks.Held _ = locks.lock(volume.name())) {
      return volume.isBlock()
          ? blocks.map(PodUid.of(pod), volume.name(), path, devices(volume.name()))
          : mounted(pod, volume, local, path);
    }
  }

  /** The same path on another node holds other data. */
  private void requireHere(VolumeSpec volume) {
    VolumeNodeAffinity affinity = volume.bound().orElseThrow().volume().getSpec().getNodeAffinity();
    LocalNode node = localNode.get();
    if (affinity != null
        && affinity.getRequired() != null
        && !NodeSelectors.matches(affinity.getRequired(), node.nodeName(), node.labels())) {
      throw new VolumeException("no matching NodeSelectorTerms")
          .at((volume.isBlock() ? "MapVolume" : "MountVolume") + ".NodeAffinity check");
    }
  }

  private Path mounted(Pod pod, VolumeSpec volume, LocalVolumeSource local, Path path)
      throws IOException {
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    boolean first = points.of(volume.name()).isEmpty();
    boolean readOnly = volume.claimReadOnly();
    List<String> options = VolumeMountOptions.of(volume, readOnly ? "ro" : "");
    if (isBlockDevice(path)) {
      String type = local.getFsType() == null ? "" : local.getFsType();
      Path global = mountDisk(volume.name(), new Disk(path, type, options, readOnly));
      points.bind(global, point, readOnly ? List.of("ro") : List.of());
    } else if (Files.isDirectory(path)) {
      points.bind(path, point, options);
    } else {
      throw new VolumeException(
          "only directory and block device are supported: " + path + " is neither");
    }
    if (first && !readOnly) {
      VolumeOwnership.apply(pod, point, GroupAccess.READ_AND_WRITE);
    }
    return point;
  }

  private record Disk(Path device, String type, List<String> options, boolean readOnly) {}

  private Path mountDisk(String name, Disk disk) throws IOException {
    Path global = globalMount(name);
    PrivateDirectory.create(global);
    Path point = global.toRealPath();
    if (!mounts.table().has(point)) {
      disks.mount(
          new FormatAndMount.MountRequest(
              disk.device(), point, disk.type(), disk.options(), disk.readOnly()));
    }
    return point;
  }

  private static Path checked(String written) {
    Path path = Path.of(written == null ? "" : written);
    for (Path step : path) {
      if (step.toString().equals("..")) {
        throw new VolumeException("invalid path: %s must not contain '..'".formatted(written));
      }
    }
    if (!path.isAbsolute()) {
      throw new VolumeException("the path of a local volume must be absolute, not " + written);
    }
    return path;
  }

  private static boolean isBlockDevice(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new VolumeException("path \"" + path + "\" does not exist");
    }
    return ((int) Files.getAttribute(path, "unix:mode") & FILE_TYPE) == BLOCK_DEVICE;
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    try (KeyedLocks.Held _ = locks.lock(name)) {
      blocks.unmap(pod, name, devices(name), () -> {});
      points.remove(points.of(pod, name));
      if (points.of(name).isEmpty()) {
        endDisk(globalMount(name));
      }
    }
  }

  private void endDisk(Path global) throws IOException {
    if (Files.isDirectory(global)) {
      points.remove(global.toRealPath());
    }
  }

  private Path globalMount(String name) {
    return root.resolve("plugins/kubernetes.io/local-volume/mounts").resolve(component(name));
  }

  private Path devices(String name) {
    return root.resolve("plugins/kubernetes.io~local-volume/volumeDevices")
        .resolve(component(name));
  }

  private static String component(String name) {
    return PodDirectories.component(name, "volume name");
  }
}
