package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A static pod lives without an API server, so it may not refer to an object of one. In standalone
 * mode config maps and secrets are not of an API server: they stand in manifests too. Pure.
 * Upstream: the gate PreventStaticPodAPIReferences.
 */
final class ApiReferences {
  private final boolean standalone;

  ApiReferences(boolean standalone) {
    this.standalone = standalone;
  }

  void check(Pod pod, String prefix, Problems problems) {
    find(pod.getSpec())
        .ifPresent(
            resource -> problems.add(prefix + "spec: static pods may not reference " + resource));
  }

  private Optional<String> find(PodSpec spec) {
    if (isGiven(spec.getServiceAccountName()) || isGiven(spec.getServiceAccount())) {
      return Optional.of("serviceaccounts");
    }
    if (!standalone && usesSecrets(spec)) {
      return Optional.of("secrets");
    }
    if (!standalone && containers(spec).anyMatch(c -> configMaps(c))) {
      return Optional.of("configmaps");
    }
    if (!spec.getResourceClaims().isEmpty()) {
      return Optional.of("resourceclaims");
    }
    return spec.getVolumes().stream().flatMap(v -> ofVolume(v).stream()).findFirst();
  }

  private static boolean isGiven(String name) {
    return name != null && !name.isEmpty();
  }

  private static Stream<Container> containers(PodSpec spec) {
    return Stream.concat(spec.getInitContainers().stream(), spec.getContainers().stream());
  }

  private static boolean usesSecrets(PodSpec spec) {
    return !spec.getImagePullSecrets().isEmpty() || containers(spec).anyMatch(c -> secrets(c));
  }

  private static boolean secrets(Container container) {
    return container.getEnvFrom().stream().anyMatch(e -> e.getSecretRef() != null)
        || sources(container).anyMatch(s -> s.getSecretKeyRef() != null);
  }

  private static boolean configMaps(Container container) {
    return container.getEnvFrom().stream().anyMatch(e -> e.getConfigMapRef() != null)
        || sources(container).anyMatch(s -> s.getConfigMapKeyRef() != null);
  }

  private static Stream<EnvVarSource> sources(Container container) {
    return container.getEnv().stream().flatMap(e -> Stream.ofNullable(e.getValueFrom()));
  }

  private Optional<String> ofVolume(Volume volume) {
    if (!standalone && volume.getConfigMap() != null) {
      return Optional.of("configmaps (via configmap volumes)");
    }
    if (!standalone && volume.getSecret() != null) {
      return Optional.of("secrets (via secret volumes)");
    }
    if (volume.getCsi() != null) {
      return Optional.of("csidrivers (via CSI volumes)");
    }
    if (volume.getGlusterfs() != null) {
      return Optional.of("endpoints (via glusterFS volumes)");
    }
    if (volume.getPersistentVolumeClaim() != null) {
      return Optional.of("persistentvolumeclaims");
    }
    if (volume.getEphemeral() != null) {
      return Optional.of("persistentvolumeclaims (via ephemeral volumes)");
    }
    if (volume.getAzureFile() != null
        || needsForeignSecret(volume)
        || (!standalone && hasSecret(volume))) {
      return Optional.of("secrets (via volumes)");
    }
    return volume.getProjected() == null
        ? Optional.empty()
        : volume.getProjected().getSources().stream()
            .flatMap(s -> ofProjection(s).stream())
            .findFirst();
  }

  /** The kinds of volume that we have and that name a secret beside their own fields. */
  private static boolean hasSecret(Volume v) {
    return (v.getFlexVolume() != null && v.getFlexVolume().getSecretRef() != null)
        || (v.getIscsi() != null && v.getIscsi().getSecretRef() != null);
  }

  /** The same of kinds that only drivers of a cluster have. */
  private static boolean needsForeignSecret(Volume v) {
    return (v.getCephfs() != null && v.getCephfs().getSecretRef() != null)
        || (v.getCinder() != null && v.getCinder().getSecretRef() != null)
        || (v.getRbd() != null && v.getRbd().getSecretRef() != null)
        || (v.getScaleIO() != null && v.getScaleIO().getSecretRef() != null)
        || (v.getStorageos() != null && v.getStorageos().getSecretRef() != null);
  }

  private Optional<String> ofProjection(VolumeProjection source) {
    if (!standalone && source.getConfigMap() != null) {
      return Optional.of("configmaps (via projected volumes)");
    }
    if (!standalone && source.getSecret() != null) {
      return Optional.of("secrets (via projected volumes)");
    }
    if (source.getServiceAccountToken() != null) {
      return Optional.of("serviceaccounts (via projected volumes)");
    }
    if (source.getClusterTrustBundle() != null) {
      return Optional.of("clustertrustbundles");
    }
    return source.getPodCertificate() != null ? Optional.of("podcertificates") : Optional.empty();
  }
}
