package dev.jubelet.volume.flex;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.FsGroup.GroupAccess;
import dev.jubelet.volume.disk.KeyedLocks;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.disk.VolumeOwnership;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of one driver, which is asked once what it can do.
 *
 * <p>Thread: those of this plugin, held for as long as the driver takes; pods that share a device
 * take turns. Owns: {@code pods/<uid>/volumes/<vendor~driver>}, and what the driver can do.
 */
final class FlexVolumePlugin implements VolumePlugin {
  private final FlexDriver driver;
  private final PodMounts points;
  private final FlexOptions options;
  private final FlexDevices devices;
  private final KeyedLocks<String> locks = new KeyedLocks<>();
  private volatile FlexResponse.@Nullable Capabilities known;

  FlexVolumePlugin(FlexDriver driver, PodMounts points, FlexOptions options, FlexDevices devices) {
    this.driver = driver;
    this.points = points;
    this.options = options;
    this.devices = devices;
  }

  @Override
  public String escapedName() {
    return driver.escapedName();
  }

  @Override
  public void reconstruct() throws IOException {
    devices.reconstruct();
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return FlexSource.of(volume).filter(flex -> flex.driver().equals(driver.name())).isPresent();
  }

  @Override
  public boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) {
    return abilities().letsRelabel() && !FlexSource.of(volume).orElseThrow().readOnly();
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    try (KeyedLocks.Held _ = locks.lock(volume.name())) {
      return mounted(pod, volume);
    }
  }

  private Path mounted(Pod pod, VolumeSpec volume) throws IOException {
    FlexResponse.Capabilities abilities = abilities();
    if (abilities.attaches()) {
      devices.use(PodUid.of(pod), volume.name());
    }
    FlexSource source = FlexSource.of(volume).orElseThrow();
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    try {
      mount(pod, volume, source, point);
    } catch (VolumeException e) {
      points.remove(point);
      throw e;
    }
    if (abilities.takesGroups() && !source.readOnly()) {
      VolumeOwnership.apply(pod, point, GroupAccess.READ_AND_WRITE);
    }
    return point;
  }

  private void mount(Pod pod, VolumeSpec volume, FlexSource source, Path point) throws IOException {
    String wanted = options.of(pod, source, volume.name());
    if (!abilities().attaches()) {
      FlexDriver.required("mount", driver.call("mount", point.toString(), wanted));
      return;
    }
    String name = volume.name();
    PodUid uid = PodUid.of(pod);
    Path global = devices.ensure(uid, name, source, FlexOptions.withoutPod(source, name));
    try {
      FlexResponse answer = driver.call("mount", point.toString(), wanted);
      if (answer.isUnsupported()) {
        devices.show(global, point);
      } else {
        FlexDriver.required("mount", answer);
      }
    } catch (VolumeException e) {
      points.unmount(point);
      devices.giveUp(uid, name, e);
      throw e;
    }
  }

  /** The driver is asked when it is first needed: one that hangs holds up its own pods only. */
  private FlexResponse.Capabilities abilities() {
    FlexResponse.Capabilities before = known;
    if (before != null) {
      return before;
    }
    FlexResponse.Capabilities answer = driver.init();
    known = answer;
    return answer;
  }

  /** The pod's directory goes last: while it is there, something may be left to end. */
  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    try (KeyedLocks.Held _ = locks.lock(name)) {
      unmount(pod, name);
      if (abilities().attaches()) {
        devices.endUse(pod, name);
      }
      points.remove(points.of(pod, name));
    }
  }

  private void unmount(PodUid pod, String name) throws IOException {
    Path point = points.of(pod, name);
    if (!points.isMounted(point) && !Files.exists(point, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    FlexResponse answer = driver.call("unmount", point.toString());
    if (!answer.isUnsupported()) {
      FlexDriver.required("unmount", answer);
    }
    points.unmount(point);
  }
}
