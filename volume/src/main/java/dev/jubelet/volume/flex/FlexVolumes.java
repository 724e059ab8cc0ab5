package dev.jubelet.volume.flex;

import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.FsGroup.Access;
import dev.jubelet.volume.disk.GroupOwnership;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.kind.VolumeKind;
import dev.jubelet.volume.kind.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The volumes of one driver, which is asked once what it can do.
 *
 * <p>Thread: those of this kind, held for as long as the driver takes. Owns: {@code
 * pods/<uid>/volumes/<vendor~driver>}, and what the driver can do.
 */
final class FlexVolumes implements VolumeKind {
  private final FlexDriver driver;
  private final FlexOptions options;
  private final PodMounts points;
  private volatile DriverAnswer.@Nullable Capabilities known;

  FlexVolumes(FlexDriver driver, Path root, Mounts mounts, FlexOptions options) {
    this.driver = driver;
    this.options = options;
    this.points = new PodMounts(new PodDirectories(root), driver.plugin(), mounts);
  }

  @Override
  public String plugin() {
    return driver.plugin();
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return FlexSource.of(volume).filter(flex -> flex.driver().equals(driver.name())).isPresent();
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    DriverAnswer.Capabilities abilities = abilities();
    if (abilities.attaches()) {
      throw new VolumeException(
          "FlexVolume driver %s wants volumes attached to the node first, which is not supported; a driver that needs no attachment answers init with {\"capabilities\": {\"attach\": false}}"
              .formatted(driver.name()));
    }
    FlexSource source = FlexSource.of(volume).orElseThrow();
    Path point = points.make(PodUid.of(pod), volume.name());
    if (points.isMounted(point)) {
      return point;
    }
    try {
      String wanted = options.of(pod, source, volume.name());
      FlexDriver.required("mount", driver.call("mount", point.toString(), wanted));
    } catch (VolumeException e) {
      points.remove(point);
      throw e;
    }
    if (abilities.takesGroups() && !source.readOnly()) {
      GroupOwnership.apply(pod, point, Access.READ_AND_WRITE);
    }
    return point;
  }

  /** The driver is asked when it is first needed: one that hangs holds up its own pods only. */
  private DriverAnswer.Capabilities abilities() {
    DriverAnswer.Capabilities before = known;
    if (before != null) {
      return before;
    }
    DriverAnswer.Capabilities answer = driver.init();
    known = answer;
    return answer;
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    Path point = points.of(pod, name);
    if (!points.isMounted(point) && !Files.exists(point, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    DriverAnswer answer = driver.call("unmount", point.toString());
    if (!answer.isUnsupported()) {
      FlexDriver.required("unmount", answer);
    }
    points.remove(point);
  }
}
