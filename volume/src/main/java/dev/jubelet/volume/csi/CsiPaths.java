package dev.jubelet.volume.csi;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import java.nio.file.Path;

/** Where things of CSI volumes are. Pure. */
record CsiPaths(Path root) {
  static final String PLUGIN = "kubernetes.io~csi";
  static final String RECORD = "vol_data.json";

  /** What a pod has of a volume; the mount itself is in it. */
  Path ofPod(PodUid pod, String volume) {
    return new PodDirectories(root)
        .of(pod)
        .resolve("volumes")
        .resolve(PLUGIN)
        .resolve(directoryName(volume));
  }

  static Path mount(Path ofPod) {
    return ofPod.resolve("mount");
  }

  /** What the node has of a volume. */
  Path staged(VolumeId volume) {
    return ofDriver(volume.driver()).resolve(Sha256.hex(volume.handle()));
  }

  static Path globalMount(Path staged) {
    return staged.resolve("globalmount");
  }

  Path ofDriver(String driver) {
    return all().resolve(PodDirectories.component(driver, "driver name"));
  }

  Path all() {
    return root.resolve("plugins/kubernetes.io/csi");
  }

  static String directoryName(String volume) {
    return PodDirectories.component(volume.replace('/', '~'), "volume name");
  }
}
