package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeSource;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.ProjectedVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.List;

/** The API's defaults of one volume. */
final class VolumeDefaults {
  private static final int MODE = 0644;
  private static final long TOKEN_SECONDS = 3600;

  private VolumeDefaults() {}

  static void apply(Volume volume) {
    if (VolumeSources.of(volume).isEmpty()) {
      volume.setEmptyDir(new EmptyDirVolumeSource());
    }
    if (volume.getHostPath() != null && volume.getHostPath().getType() == null) {
      volume.getHostPath().setType("");
    }
    if (volume.getSecret() != null && volume.getSecret().getDefaultMode() == null) {
      volume.getSecret().setDefaultMode(MODE);
    }
    if (volume.getConfigMap() != null && volume.getConfigMap().getDefaultMode() == null) {
      volume.getConfigMap().setDefaultMode(MODE);
    }
    if (volume.getDownwardAPI() != null) {
      downward(volume.getDownwardAPI());
    }
    if (volume.getProjected() != null) {
      projected(volume.getProjected());
    }
    if (volume.getImage() != null) {
      image(volume.getImage());
    }
  }

  private static void downward(DownwardAPIVolumeSource source) {
    if (source.getDefaultMode() == null) {
      source.setDefaultMode(MODE);
    }
    files(source.getItems());
  }

  private static void projected(ProjectedVolumeSource source) {
    if (source.getDefaultMode() == null) {
      source.setDefaultMode(MODE);
    }
    source.getSources().forEach(VolumeDefaults::projection);
  }

  private static void projection(VolumeProjection projection) {
    if (projection.getServiceAccountToken() != null
        && projection.getServiceAccountToken().getExpirationSeconds() == null) {
      projection.getServiceAccountToken().setExpirationSeconds(TOKEN_SECONDS);
    }
    if (projection.getDownwardAPI() != null) {
      files(projection.getDownwardAPI().getItems());
    }
  }

  private static void files(List<DownwardAPIVolumeFile> files) {
    files.forEach(file -> ContainerDefaults.fieldRef(file.getFieldRef()));
  }

  private static void image(ImageVolumeSource image) {
    if (image.getPullPolicy() == null) {
      image.setPullPolicy(ContainerDefaults.pullPolicy(image.getReference()));
    }
  }
}
