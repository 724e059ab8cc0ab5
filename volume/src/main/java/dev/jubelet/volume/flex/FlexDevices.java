package dev.jubelet.volume.flex;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.attach.Attacher;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.Entries;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.PrivateDirectory;
import dev.jubelet.volume.meter.PluginLabel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The devices of one driver that are attached to the node, by it or by a controller. Each is
 * mounted once for all pods that use it; what the driver does not do itself is done as for any
 * other disk.
 *
 * <p>Thread: those of the plugin; one at a time for a volume. Owns: {@code
 * plugins/kubernetes.io/flexvolume/<driver>/mounts}.
 */
final class FlexDevices {
  private static final Logger log = LoggerFactory.getLogger(FlexDevices.class);

  private final FlexDriver driver;
  private final Path home;
  private final PodMounts points;
  private final FormatAndMount disks;
  private final AttachableVolumes attach;

  /** {@code points} are those of the pods. */
  FlexDevices(
      FlexDriver driver,
      Path root,
      PodMounts points,
      FormatAndMount disks,
      AttachableVolumes attach) {
    this.driver = driver;
    this.home =
        root.resolve("plugins/kubernetes.io/flexvolume").resolve(driver.name()).resolve("mounts");
    this.points = points;
    this.disks = disks;
    this.attach = attach;
  }

  /** What an earlier agent had attached is in use until it is ended. */
  void reconstruct() throws IOException {
    for (Path volume : Entries.of(home)) {
      String name = uniqueName(volume.getFileName().toString());
      attach.holdForNode(name, name);
    }
  }

  /** The pod is to have the volume, which controllers have to know first. */
  void use(PodUid pod, String name) {
    attach.want(pod, name, uniqueName(name));
  }

  /** In the Node object. */
  private String uniqueName(String name) {
    return driver.name() + "/" + name;
  }

  /** Where the volume is mounted for the node; attached and mounted first when it is not. */
  Path ensure(PodUid pod, String name, FlexSource source, String options) throws IOException {
    PrivateDirectory.create(home);
    Path global = home.toRealPath().resolve(PodDirectories.component(name, "volume name"));
    if (points.isMounted(global)) {
      return global;
    }
    String device = attached(pod, name, options);
    try {
      Files.createDirectories(global);
      device = device(driver.call("waitforattach", device, options), "waitforattach", device);
      mount(global, device, source, options);
      return global;
    } catch (RuntimeException | IOException e) {
      suppressing(e, () -> end(name, global));
      throw e;
    }
  }

  /** The device, as far as whoever attaches the volume tells. */
  private String attached(PodUid pod, String name, String options) throws IOException {
    String volume = uniqueName(name);
    attach.requireAttached(pod, volume, PluginLabel.of(driver.name()));
    String device =
        switch (attach.attacher()) {
          case Attacher.Kubelet(String node) ->
              device(driver.call("attach", options, node), "attach", "");
          case Attacher.Controller() -> attach.inUse().device(volume);
        };
    attach.holdForNode(volume, volume);
    return device;
  }

  private void detach(String name) {
    if (attach.attacher() instanceof Attacher.Kubelet(String node)) {
      FlexResponse answer = driver.call("detach", name, node);
      if (!answer.isUnsupported()) {
        FlexDriver.required("detach", answer);
      }
    }
    attach.releaseFromNode(uniqueName(name));
  }

  private static String device(FlexResponse answer, String call, String otherwise) {
    if (answer.isUnsupported()) {
      return otherwise;
    }
    String device = FlexDriver.required(call, answer).device();
    return device == null ? otherwise : device;
  }

  /** A driver without a device mounts each pod's volume by itself. */
  private void mount(Path global, String device, FlexSource source, String options) {
    FlexResponse answer = driver.call("mountdevice", global.toString(), device, options);
    if (!answer.isUnsupported()) {
      FlexDriver.required("mountdevice", answer);
    } else if (!device.isEmpty()) {
      disks.mount(
          new FormatAndMount.MountRequest(
              Path.of(device),
              global,
              source.fsType(),
              List.of(source.readOnly() ? "ro" : "rw"),
              source.readOnly()));
    }
  }

  private interface Ending {
    void run() throws IOException;
  }

  private static void suppressing(Exception because, Ending ending) {
    try {
      ending.run();
    } catch (RuntimeException | IOException e) {
      because.addSuppressed(e);
    }
  }

  /** The pod did not get its volume, for another reason. */
  void giveUp(PodUid pod, String name, Exception because) {
    suppressing(because, () -> endIfUnused(pod, name));
  }

  /** The pod has given the volume up; the device goes with the last one. */
  void endUse(PodUid pod, String name) throws IOException {
    endIfUnused(pod, name);
    attach.release(pod, name);
  }

  private void endIfUnused(PodUid pod, String name) throws IOException {
    if (!isUsedByAnother(pod, name) && Files.isDirectory(home)) {
      end(name, home.toRealPath().resolve(PodDirectories.component(name, "volume name")));
    }
  }

  private boolean isUsedByAnother(PodUid than, String name) throws IOException {
    Path all = points.directories().all();
    if (!Files.isDirectory(all)) {
      return false;
    }
    try (var pods = Files.newDirectoryStream(all)) {
      for (Path pod : pods) {
        Path volume = pod.resolve("volumes").resolve(points.plugin()).resolve(name);
        boolean other = !pod.endsWith(than.value());
        if (other && Files.exists(volume, LinkOption.NOFOLLOW_LINKS)) {
          return true;
        }
      }
    }
    return false;
  }

  private void end(String name, Path global) throws IOException {
    if (points.isMounted(global)) {
      FlexResponse answer = driver.call("unmountdevice", global.toString());
      if (answer.isUnsupported()) {
        points.unmount(global);
      } else {
        FlexDriver.required("unmountdevice", answer);
      }
    }
    Files.deleteIfExists(global);
    detach(name);
    log.atDebug()
        .addKeyValue("driver", driver.name())
        .addKeyValue("volume", name)
        .log("Detached device");
  }

  /** Shows the pod what is mounted for the node. */
  void show(Path global, Path point) throws IOException {
    points.bind(global, point, List.of());
  }
}
