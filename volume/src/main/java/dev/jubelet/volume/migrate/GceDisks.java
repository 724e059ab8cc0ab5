package dev.jubelet.volume.migrate;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.GCEPersistentDiskVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Persistent disks of Google's Compute Engine. Pure. */
final class GceDisks implements InTreeTranslator {
  private static final String DRIVER = "pd.csi.storage.gke.io";
  private static final String UNKNOWN = "UNSPECIFIED";
  private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String ZONE_SEPARATOR = "__";
  private static final int PARTS_OF_ZONE = 3;

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getGcePersistentDisk())
        .map(disk -> source(disk, place(volume)));
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getGcePersistentDisk())
        .map(
            disk ->
                CsiSources.volume(
                    DRIVER + "-" + disk.getPdName(),
                    Boolean.TRUE.equals(disk.getReadOnly())
                        ? CsiSources.READS
                        : CsiSources.WRITES_ONCE,
                    source(disk, "zones/" + UNKNOWN)));
  }

  private static CSIPersistentVolumeSource source(
      GCEPersistentDiskVolumeSource disk, String place) {
    Integer partition = disk.getPartition();
    return CsiSources.of(
        DRIVER,
        "projects/%s/%s/disks/%s".formatted(UNKNOWN, place, disk.getPdName()),
        disk.getFsType(),
        disk.getReadOnly(),
        Map.of("partition", partition == null || partition == 0 ? "" : partition.toString()));
  }

  /** A disk in several zones is one of their region. */
  private static String place(PersistentVolume volume) {
    Map<String, String> labels = volume.getMetadata().getLabels();
    if (labels == null) {
      return "zones/" + UNKNOWN;
    }
    String text = labels.getOrDefault(OLD_ZONE, "");
    if (text.isEmpty()) {
      text = labels.getOrDefault(ZONE, "");
    }
    List<String> zones = Arrays.asList(text.split(ZONE_SEPARATOR, -1));
    if (zones.size() == 1) {
      return "zones/" + (text.isEmpty() ? UNKNOWN : text);
    }
    return "regions/" + region(zones);
  }

  private static String region(List<String> zones) {
    List<String> regions = zones.stream().map(GceDisks::regionOf).distinct().toList();
    if (regions.size() != 1) {
      throw new VolumeException(
          "the zones of the disk are not all of one region, but of " + regions);
    }
    return regions.getFirst();
  }

  private static String regionOf(String zone) {
    if (zone.split("-", -1).length != PARTS_OF_ZONE) {
      throw new VolumeException(
          "the label of the volume names the zone %s, which is not of the form europe-west1-b"
              .formatted(zone));
    }
    return zone.substring(0, zone.lastIndexOf('-'));
  }

  /** Nobody checked them once; such a disk can be written by one node, or read by many. */
  @Override
  public List<String> accessModes(List<String> modes) {
    if (modes.isEmpty()) {
      return List.of();
    }
    return modes.stream().allMatch(CsiSources.READS::equals)
        ? List.of(CsiSources.READS)
        : List.of(CsiSources.WRITES_ONCE);
  }
}
