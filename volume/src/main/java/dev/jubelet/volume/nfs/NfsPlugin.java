package dev.jubelet.volume.nfs;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.host.HostException;
import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.edge.linux.LinuxException;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeMountOptions;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.NFSVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Volumes of an NFS server. The host's {@code mount.nfs} mounts them: the kernel wants the server's
 * address and version told, and only that program finds them out. A server that is gone holds an
 * unmount up; after a minute it is done by force.
 *
 * <p>Thread: those of this plugin, which may hang. Owns: its mounts below the pods' directories.
 */
public final class NfsPlugin implements VolumePlugin {
  private static final int MOST_HUNG_UNMOUNTS = 64;

  private final PodMounts points;
  private final Mounts mounts;
  private final HostCommands commands;
  private final BlockingCalls unmounts;

  public NfsPlugin(Path root, Mounts mounts, HostCommands commands, Duration unmountPatience) {
    this.points = new PodMounts(new PodDirectories(root), escapedName(), mounts);
    this.mounts = mounts;
    this.commands = commands;
    this.unmounts = new BlockingCalls("nfs-unmounts", MOST_HUNG_UNMOUNTS, unmountPatience);
  }

  @Override
  public String escapedName() {
    return "kubernetes.io~nfs";
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return source(volume).isPresent();
  }

  private static Optional<NFSVolumeSource> source(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getNfs())
        .or(() -> Optional.ofNullable(volume.volume().getNfs()));
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    NFSVolumeSource nfs = source(volume).orElseThrow();
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    try {
      mount(nfs, volume, point);
    } catch (VolumeException e) {
      points.remove(point);
      throw e;
    }
    return point;
  }

  private void mount(NFSVolumeSource nfs, VolumeSpec volume, Path point) {
    boolean readOnly = Boolean.TRUE.equals(nfs.getReadOnly()) || volume.claimReadOnly();
    List<String> options = VolumeMountOptions.of(volume, readOnly ? "ro" : "");
    List<String> arguments = new ArrayList<>(List.of("-t", "nfs"));
    if (!options.isEmpty()) {
      arguments.addAll(List.of("-o", String.join(",", options)));
    }
    arguments.add(address(nfs.getServer()) + ":" + nfs.getPath());
    arguments.add(point.toString());
    HostCommands.Result result = run(arguments);
    if (!result.succeeded()) {
      throw new VolumeException(
          "mount failed: exit status %d\nMounting command: mount\nMounting arguments: %s\nOutput: %s%s"
              .formatted(
                  result.status(),
                  String.join(" ", arguments),
                  result.output().strip(),
                  advice(result.output())));
    }
  }

  private HostCommands.Result run(List<String> arguments) {
    List<String> command = new ArrayList<>(arguments);
    command.addFirst("mount");
    try {
      return commands.run(command);
    } catch (HostException e) {
      throw new VolumeException("mount failed", e);
    }
  }

  /** What the program mount says when it finds no program for NFS. */
  private static String advice(String output) {
    return output.contains("helper program")
            || output.contains("bad option")
            || output.contains("unknown filesystem type")
        ? "\nThis node cannot mount NFS: install nfs-common (Debian, Ubuntu) or nfs-utils (Fedora,"
            + " RHEL, SUSE)"
        : "";
  }

  private static String address(String server) {
    return server.contains(":") && !server.startsWith("[") ? "[" + server + "]" : server;
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    Path point = points.of(pod, name);
    if (points.isMounted(point)) {
      unmount(point);
    }
    if (!points.isMounted(point)) {
      Files.deleteIfExists(point);
    }
  }

  private void unmount(Path point) throws IOException {
    try {
      unmounts.run("unmount " + point, () -> mounts.unmount(point));
    } catch (LinuxException e) {
      boolean late = e.kind() == LinuxException.Kind.LATE;
      boolean busy = e.kind() == LinuxException.Kind.BUSY;
      boolean serverIsGone = late || (busy && !answers(point));
      if (!serverIsGone) {
        throw e;
      }
      mounts.unmountByForce(point);
    }
  }

  /** A mount whose server is gone may be busy with calls of our own, such as one for its size. */
  private boolean answers(Path point) throws IOException {
    try {
      unmounts.run("look at " + point, () -> mounts.isFilesystem(point));
      return true;
    } catch (LinuxException e) {
      if (e.kind() != LinuxException.Kind.LATE) {
        throw e;
      }
      return false;
    }
  }
}
