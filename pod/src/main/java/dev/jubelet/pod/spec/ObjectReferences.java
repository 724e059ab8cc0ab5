package dev.jubelet.pod.spec;

import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which config maps and secrets a pod uses: in the environment of its containers, in its volumes
 * and to pull its images. Whether a reference is optional makes no difference. Pure.
 */
public final class ObjectReferences {
  private final String namespace;
  private final Set<ObjectKey> found = new LinkedHashSet<>();

  private ObjectReferences(String namespace) {
    this.namespace = namespace;
  }

  public static Set<ObjectKey> of(Pod pod) {
    ObjectReferences references = new ObjectReferences(pod.getMetadata().getNamespace());
    PodSpec spec = pod.getSpec();
    for (LocalObjectReference pull : Containers.orEmpty(spec.getImagePullSecrets())) {
      references.add(ObjectKind.SECRET, pull.getName());
    }
    Containers.all(pod).forEach(references::container);
    Containers.orEmpty(spec.getVolumes()).forEach(references::volume);
    return Set.copyOf(references.found);
  }

  private void add(ObjectKind kind, @Nullable String name) {
    if (name != null && !name.isEmpty()) {
      found.add(new ObjectKey(kind, namespace, name));
    }
  }

  private void container(Container container) {
    for (EnvFromSource source : Containers.orEmpty(container.getEnvFrom())) {
      if (source.getConfigMapRef() != null) {
        add(ObjectKind.CONFIG_MAP, source.getConfigMapRef().getName());
      }
      if (source.getSecretRef() != null) {
        add(ObjectKind.SECRET, source.getSecretRef().getName());
      }
    }
    for (EnvVar variable : Containers.orEmpty(container.getEnv())) {
      if (variable.getValueFrom() != null) {
        variable(variable.getValueFrom());
      }
    }
  }

  private void variable(EnvVarSource source) {
    if (source.getConfigMapKeyRef() != null) {
      add(ObjectKind.CONFIG_MAP, source.getConfigMapKeyRef().getName());
    }
    if (source.getSecretKeyRef() != null) {
      add(ObjectKind.SECRET, source.getSecretKeyRef().getName());
    }
  }

  private void volume(Volume volume) {
    if (volume.getConfigMap() != null) {
      add(ObjectKind.CONFIG_MAP, volume.getConfigMap().getName());
    }
    if (volume.getSecret() != null) {
      add(ObjectKind.SECRET, volume.getSecret().getSecretName());
    }
    if (volume.getFlexVolume() != null) {
      secret(volume.getFlexVolume().getSecretRef());
    }
    if (volume.getIscsi() != null) {
      secret(volume.getIscsi().getSecretRef());
    }
    if (volume.getProjected() != null) {
      Containers.orEmpty(volume.getProjected().getSources()).forEach(this::projection);
    }
  }

  private void secret(@Nullable LocalObjectReference reference) {
    if (reference != null) {
      add(ObjectKind.SECRET, reference.getName());
    }
  }

  private void projection(VolumeProjection source) {
    if (source.getConfigMap() != null) {
      add(ObjectKind.CONFIG_MAP, source.getConfigMap().getName());
    }
    if (source.getSecret() != null) {
      add(ObjectKind.SECRET, source.getSecret().getName());
    }
  }
}
