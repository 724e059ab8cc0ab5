package dev.jubelet.pod.manifest;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.FileKeySelector;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API's rules for the environment of a container. Pure. */
final class EnvRules {
  private final PodSpec spec;
  private final Problems problems;

  private EnvRules(PodSpec spec, Problems problems) {
    this.spec = spec;
    this.problems = problems;
  }

  static void check(Container container, PodSpec spec, String path, Problems problems) {
    EnvRules rules = new EnvRules(spec, problems);
    for (int i = 0; i < container.getEnvFrom().size(); i++) {
      rules.wholeObject(container.getEnvFrom().get(i), path + ".envFrom[" + i + "]");
    }
    for (int i = 0; i < container.getEnv().size(); i++) {
      rules.variable(container.getEnv().get(i), path + ".env[" + i + "]");
    }
  }

  private void wholeObject(EnvFromSource source, String at) {
    String prefix = source.getPrefix();
    if (!MetaRules.isEmpty(prefix) && !Formats.isEnvName(prefix)) {
      problems.invalid(at + ".prefix", prefix, Formats.ENV_NAME);
    }
    boolean configMap = source.getConfigMapRef() != null;
    boolean secret = source.getSecretRef() != null;
    if (configMap == secret) {
      problems.invalid(at, "", "must have either configMapRef or secretRef");
    }
    if (configMap) {
      object(source.getConfigMapRef().getName(), at + ".configMapRef.name");
    }
    if (secret) {
      object(source.getSecretRef().getName(), at + ".secretRef.name");
    }
  }

  private void variable(EnvVar variable, String at) {
    if (MetaRules.isEmpty(variable.getName())) {
      problems.required(at + ".name", "a variable needs a name");
    } else if (!Formats.isEnvName(variable.getName())) {
      problems.invalid(at + ".name", variable.getName(), Formats.ENV_NAME);
    }
    EnvVarSource from = variable.getValueFrom();
    if (from != null) {
      source(from, at + ".valueFrom");
      if (!MetaRules.isEmpty(variable.getValue())) {
        // The value itself may be a secret and is not repeated.
        problems.forbidden(at + ".valueFrom", "may not be set together with value");
      }
    }
  }

  private void source(EnvVarSource from, String at) {
    long sources =
        Stream.<Object>of(
                from.getFieldRef(),
                from.getResourceFieldRef(),
                from.getConfigMapKeyRef(),
                from.getSecretKeyRef(),
                from.getFileKeyRef())
            .filter(Objects::nonNull)
            .count();
    if (sources != 1) {
      problems.invalid(at, sources, "must name exactly one source");
    }
    if (from.getConfigMapKeyRef() != null) {
      object(from.getConfigMapKeyRef().getName(), at + ".configMapKeyRef.name");
      key(from.getConfigMapKeyRef().getKey(), at + ".configMapKeyRef.key");
    }
    if (from.getSecretKeyRef() != null) {
      object(from.getSecretKeyRef().getName(), at + ".secretKeyRef.name");
      key(from.getSecretKeyRef().getKey(), at + ".secretKeyRef.key");
    }
    if (from.getFileKeyRef() != null) {
      file(from.getFileKeyRef(), at + ".fileKeyRef");
    }
  }

  private void object(@Nullable String name, String at) {
    if (name == null || name.isEmpty()) {
      problems.required(at, "the name of an object in the pod's namespace");
    } else if (!Formats.isDnsSubdomain(name)) {
      problems.invalid(at, name, Formats.DNS_SUBDOMAIN);
    }
  }

  private void key(@Nullable String key, String at) {
    if (key == null || key.isEmpty()) {
      problems.required(at, "a key of the object");
    } else if (!Formats.isObjectKey(key)) {
      problems.invalid(at, key, Formats.OBJECT_KEY);
    }
  }

  private void file(FileKeySelector ref, String at) {
    if (MetaRules.isEmpty(ref.getKey())) {
      problems.required(at + ".key", "a key in the file");
    } else if (!Formats.isEnvName(ref.getKey())) {
      problems.invalid(at + ".key", ref.getKey(), Formats.ENV_NAME);
    }
    if (MetaRules.isEmpty(ref.getPath())) {
      problems.required(at + ".path", "the file's path in the volume");
    } else if (Arrays.asList(ref.getPath().split("/")).contains("..")) {
      problems.invalid(at + ".path", ref.getPath(), "must not contain ..");
    }
    volume(ref.getVolumeName(), at + ".volumeName");
  }

  private void volume(@Nullable String name, String at) {
    if (name == null || name.isEmpty()) {
      problems.required(at, "the volume that the file is in");
      return;
    }
    Optional<Volume> volume =
        spec.getVolumes().stream().filter(v -> name.equals(v.getName())).findFirst();
    if (volume.isEmpty()) {
      problems.notFound(at, name);
    } else if (volume.get().getEmptyDir() == null) {
      problems.invalid(at, name, "referenced volume must be of type emptyDir");
    }
  }
}
