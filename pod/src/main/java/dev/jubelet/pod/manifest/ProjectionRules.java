package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.ConfigMapVolumeSource;
import io.fabric8.kubernetes.api.model.DownwardAPIVolumeFile;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API's rules for volumes whose files the agent writes. Pure. */
final class ProjectionRules {
  private static final int MAX_MODE = 0777;

  private ProjectionRules() {}

  static void check(Volume volume, String at, Problems problems) {
    if (volume.getConfigMap() != null) {
      ConfigMapVolumeSource source = volume.getConfigMap();
      named(source.getName(), at + ".configMap.name", problems);
      mode(source.getDefaultMode(), at + ".configMap.defaultMode", problems);
      keys(source.getItems(), at + ".configMap.items", problems);
    }
    if (volume.getSecret() != null) {
      SecretVolumeSource source = volume.getSecret();
      named(source.getSecretName(), at + ".secret.secretName", problems);
      mode(source.getDefaultMode(), at + ".secret.defaultMode", problems);
      keys(source.getItems(), at + ".secret.items", problems);
    }
    if (volume.getDownwardAPI() != null) {
      mode(volume.getDownwardAPI().getDefaultMode(), at + ".downwardAPI.defaultMode", problems);
      files(volume.getDownwardAPI().getItems(), at + ".downwardAPI.items", problems);
    }
    if (volume.getProjected() != null) {
      mode(volume.getProjected().getDefaultMode(), at + ".projected.defaultMode", problems);
      List<VolumeProjection> sources = volume.getProjected().getSources();
      for (int i = 0; i < sources.size(); i++) {
        source(sources.get(i), at + ".projected.sources[" + i + "]", problems);
      }
    }
  }

  private static void source(VolumeProjection source, String at, Problems problems) {
    long kinds =
        Stream.of(
                source.getConfigMap(),
                source.getSecret(),
                source.getDownwardAPI(),
                source.getServiceAccountToken(),
                source.getClusterTrustBundle(),
                source.getPodCertificate())
            .filter(Objects::nonNull)
            .count();
    if (kinds > 1) {
      problems.forbidden(at, "may not specify more than 1 volume type per source");
    }
    if (source.getConfigMap() != null) {
      named(source.getConfigMap().getName(), at + ".configMap.name", problems);
      keys(source.getConfigMap().getItems(), at + ".configMap.items", problems);
    }
    if (source.getSecret() != null) {
      named(source.getSecret().getName(), at + ".secret.name", problems);
      keys(source.getSecret().getItems(), at + ".secret.items", problems);
    }
    if (source.getDownwardAPI() != null) {
      files(source.getDownwardAPI().getItems(), at + ".downwardAPI.items", problems);
    }
    if (source.getServiceAccountToken() != null) {
      path(source.getServiceAccountToken().getPath(), at + ".serviceAccountToken.path", problems);
    }
    if (source.getClusterTrustBundle() != null) {
      path(source.getClusterTrustBundle().getPath(), at + ".clusterTrustBundle.path", problems);
    }
  }

  private static void named(@Nullable String name, String at, Problems problems) {
    if (MetaRules.isEmpty(name)) {
      problems.required(at, "the name of an object");
    }
  }

  private static void keys(@Nullable List<KeyToPath> items, String path, Problems problems) {
    for (int i = 0; items != null && i < items.size(); i++) {
      KeyToPath item = items.get(i);
      String at = path + "[" + i + "]";
      if (MetaRules.isEmpty(item.getKey())) {
        problems.required(at + ".key", "a key of the object");
      }
      path(item.getPath(), at + ".path", problems);
      mode(item.getMode(), at + ".mode", problems);
    }
  }

  private static void files(List<DownwardAPIVolumeFile> files, String path, Problems problems) {
    for (int i = 0; i < files.size(); i++) {
      DownwardAPIVolumeFile file = files.get(i);
      String at = path + "[" + i + "]";
      path(file.getPath(), at + ".path", problems);
      mode(file.getMode(), at + ".mode", problems);
      boolean field = file.getFieldRef() != null;
      boolean resource = file.getResourceFieldRef() != null;
      if (field == resource) {
        problems.invalid(at, file.getPath(), "must have either fieldRef or resourceFieldRef");
      }
    }
  }

  /** Names that begin with two dots are for the agent. */
  private static void path(@Nullable String path, String at, Problems problems) {
    if (path == null || path.isEmpty()) {
      problems.required(at, "a file needs a path in the volume");
      return;
    }
    MountRules.descending(path, at, problems);
    if (path.startsWith("..") && !path.equals("..") && !path.startsWith("../")) {
      problems.invalid(at, path, "must not start with '..'");
    }
  }

  private static void mode(@Nullable Integer mode, String at, Problems problems) {
    if (mode != null && (mode < 0 || mode > MAX_MODE)) {
      problems.invalid(at, mode, "must be between 0 and 0777 (octal)");
    }
  }
}
