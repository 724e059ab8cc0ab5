package dev.jubelet.volume.csi.record;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.csi.request.Sha256;
import dev.jubelet.volume.csi.request.VolumeId;
import dev.jubelet.volume.disk.PodDirectories;
import java.nio.file.Path;

/** Where things of CSI volumes are. Pure. */
public record CsiPaths(Path root) {
  public static final String PLUGIN = "kubernetes.io~csi";
  public static final String RECORD = "vol_data.json";

  /** What a pod has of a volume; the mount itself is in it. */
  public Path ofPod(PodUid pod, String volume) {
    return new PodDirectories(root)
        .of(pod)
        .resolve("volumes")
        .resolve(PLUGIN)
        .resolve(directoryName(volume));
  }

  public static Path mount(Path ofPod) {
    return ofPod.resolve("mount");
  }

  /** What the node has of a volume. */
  public Path staged(VolumeId volume) {
    return ofDriver(volume.driver()).resolve(Sha256.hex(volume.handle()));
  }

  /** What the node has of volumes that pods get as devices. */
  public Path devices() {
    return all().resolve("volumeDevices");
  }

  /** The same of one volume. */
  public Path devicesOf(String volume) {
    return devices().resolve(directoryName(volume));
  }

  /** Where its device is shown for the node. */
  public Path globalMapPath(String volume) {
    return devicesOf(volume).resolve("dev");
  }

  /** Where such a volume is published to each pod. */
  public Path publishedDevices(String volume) {
    return devices().resolve("publish").resolve(directoryName(volume));
  }

  public Path ofDriver(String driver) {
    return all().resolve(PodDirectories.component(driver, "driver name"));
  }

  public Path all() {
    return root.resolve("plugins/kubernetes.io/csi");
  }

  public static String directoryName(String volume) {
    return PodDirectories.component(volume.replace('/', '~'), "volume name");
  }
}
