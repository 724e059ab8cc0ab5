package dev.jubelet.volume.migrate;

import dev.jubelet.volume.disk.VolumeException;
import io.fabric8.kubernetes.api.model.AWSElasticBlockStoreVolumeSource;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Disks of Amazon's Elastic Block Store. Pure. */
final class AwsDisks implements InTreeTranslator {
  private static final String DRIVER = "ebs.csi.aws.com";
  private static final String URL = "aws://";

  /** {@code aws://<zone>/<volume>}; the zone may be missing. */
  private static final Pattern ADDRESS = Pattern.compile("aws://[^/]*/+(vol-[^/]*)/*");

  @Override
  public Optional<CSIPersistentVolumeSource> source(PersistentVolume volume) {
    return Optional.ofNullable(volume.getSpec().getAwsElasticBlockStore()).map(AwsDisks::source);
  }

  @Override
  public Optional<PersistentVolume> volume(Pod pod, Volume volume) {
    return Optional.ofNullable(volume.getAwsElasticBlockStore())
        .map(AwsDisks::source)
        .map(
            csi ->
                CsiSources.volume(
                    DRIVER + "-" + csi.getVolumeHandle(), CsiSources.WRITES_ONCE, csi));
  }

  private static CSIPersistentVolumeSource source(AWSElasticBlockStoreVolumeSource disk) {
    Integer partition = disk.getPartition();
    return CsiSources.of(
        DRIVER,
        handle(disk.getVolumeID()),
        disk.getFsType(),
        disk.getReadOnly(),
        Map.of("partition", Integer.toString(partition == null ? 0 : partition)));
  }

  private static String handle(String id) {
    if (!id.startsWith(URL)) {
      return id;
    }
    Matcher address = ADDRESS.matcher(id);
    if (!address.matches()) {
      throw new VolumeException("volumeID %s is not of the form aws://ZONE/vol-ID".formatted(id));
    }
    return address.group(1);
  }
}
