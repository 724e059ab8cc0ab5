package dev.jubelet.volume;

import dev.jubelet.volume.projection.UnservedSources;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What pods may ask of volumes and this version cannot give. A kind that arrives leaves the map.
 */
public final class UnsupportedVolumes {
  private static final Map<String, Function<Volume, @Nullable Object>> KINDS =
      new LinkedHashMap<>();

  static {
    KINDS.put("awsElasticBlockStore", Volume::getAwsElasticBlockStore);
    KINDS.put("azureDisk", Volume::getAzureDisk);
    KINDS.put("azureFile", Volume::getAzureFile);
    KINDS.put("cephfs", Volume::getCephfs);
    KINDS.put("cinder", Volume::getCinder);
    KINDS.put("csi", Volume::getCsi);
    KINDS.put("ephemeral", Volume::getEphemeral);
    KINDS.put("fc", Volume::getFc);
    KINDS.put("flexVolume", Volume::getFlexVolume);
    KINDS.put("flocker", Volume::getFlocker);
    KINDS.put("gcePersistentDisk", Volume::getGcePersistentDisk);
    KINDS.put("gitRepo", Volume::getGitRepo);
    KINDS.put("glusterfs", Volume::getGlusterfs);
    KINDS.put("image", Volume::getImage);
    KINDS.put("iscsi", Volume::getIscsi);
    KINDS.put("nfs", Volume::getNfs);
    KINDS.put("persistentVolumeClaim", Volume::getPersistentVolumeClaim);
    KINDS.put("photonPersistentDisk", Volume::getPhotonPersistentDisk);
    KINDS.put("portworxVolume", Volume::getPortworxVolume);
    KINDS.put("quobyte", Volume::getQuobyte);
    KINDS.put("rbd", Volume::getRbd);
    KINDS.put("scaleIO", Volume::getScaleIO);
    KINDS.put("storageos", Volume::getStorageos);
    KINDS.put("vsphereVolume", Volume::getVsphereVolume);
  }

  private UnsupportedVolumes() {}

  /**
   * The paths of the fields of a pod that cannot be honoured on a node without an API server, such
   * as {@code spec.volumes[0].nfs}.
   */
  public static List<String> in(Pod pod) {
    return in(pod, false);
  }

  /** The same on a node with an API server, where there are tokens of service accounts. */
  public static List<String> inCluster(Pod pod) {
    return in(pod, true);
  }

  private static List<String> in(Pod pod, boolean tokens) {
    List<Volume> volumes = Volumes.declared(pod);
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < volumes.size(); i++) {
      addUnsupported("spec.volumes[" + i + "]", volumes.get(i), tokens, paths);
    }
    return paths;
  }

  private static void addUnsupported(
      String path, Volume volume, boolean tokens, List<String> paths) {
    KINDS.forEach(
        (kind, source) -> {
          if (source.apply(volume) != null) {
            paths.add(path + "." + kind);
          }
        });
    UnservedSources.in(volume, tokens).forEach(source -> paths.add(path + "." + source));
  }
}
