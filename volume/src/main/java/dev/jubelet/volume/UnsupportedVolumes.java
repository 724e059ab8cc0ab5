package dev.jubelet.volume;

import dev.jubelet.volume.projection.UnsupportedSources;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What pods may ask of volumes and a node without an API server cannot give. One with an API server
 * refuses no pod for its volumes: the pod waits and hears why, as whoever made it would only make
 * another.
 */
public final class UnsupportedVolumes {
  private static final Map<String, Function<Volume, @Nullable Object>> KINDS =
      new LinkedHashMap<>();

  /** What only an API server can give; some are drivers' volumes under old names. */
  private static final Map<String, Function<Volume, @Nullable Object>> OF_CLUSTERS =
      new LinkedHashMap<>();

  static {
    OF_CLUSTERS.put("awsElasticBlockStore", Volume::getAwsElasticBlockStore);
    OF_CLUSTERS.put("azureDisk", Volume::getAzureDisk);
    OF_CLUSTERS.put("azureFile", Volume::getAzureFile);
    OF_CLUSTERS.put("cinder", Volume::getCinder);
    OF_CLUSTERS.put("gcePersistentDisk", Volume::getGcePersistentDisk);
    OF_CLUSTERS.put("portworxVolume", Volume::getPortworxVolume);
    OF_CLUSTERS.put("vsphereVolume", Volume::getVsphereVolume);
    OF_CLUSTERS.put("csi", Volume::getCsi);
    OF_CLUSTERS.put("ephemeral", Volume::getEphemeral);
    OF_CLUSTERS.put("persistentVolumeClaim", Volume::getPersistentVolumeClaim);
    KINDS.put("cephfs", Volume::getCephfs);
    KINDS.put("flocker", Volume::getFlocker);
    KINDS.put("gitRepo", Volume::getGitRepo);
    KINDS.put("glusterfs", Volume::getGlusterfs);
    KINDS.put("photonPersistentDisk", Volume::getPhotonPersistentDisk);
    KINDS.put("quobyte", Volume::getQuobyte);
    KINDS.put("rbd", Volume::getRbd);
    KINDS.put("scaleIO", Volume::getScaleIO);
    KINDS.put("storageos", Volume::getStorageos);
  }

  private UnsupportedVolumes() {}

  /**
   * The paths of the fields of a pod that it cannot honour, such as {@code spec.volumes[0].csi}.
   */
  public static List<String> in(Pod pod) {
    List<Volume> volumes = Volumes.declared(pod);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < volumes.size(); i++) {
      addUnsupported("spec.volumes[" + i + "]", volumes.get(i), paths);
    }
    return paths;
  }

  private static void addUnsupported(String path, Volume volume, List<String> paths) {
    addAsked(path, OF_CLUSTERS, volume, paths);
    addAsked(path, KINDS, volume, paths);
    UnsupportedSources.in(volume).forEach(source -> paths.add(path + "." + source));
  }

  private static void addAsked(
      String path,
      Map<String, Function<Volume, @Nullable Object>> kinds,
      Volume volume,
      List<String> paths) {
    kinds.forEach(
        (kind, source) -> {
          if (source.apply(volume) != null) {
            paths.add(path + "." + kind);
          }
        });
  }
}
