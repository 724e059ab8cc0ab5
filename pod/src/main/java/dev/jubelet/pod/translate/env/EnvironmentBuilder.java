package dev.jubelet.pod.translate.env;

import static dev.jubelet.pod.translate.spec.SpecValues.isTrue;
import static dev.jubelet.pod.translate.spec.SpecValues.list;
import static dev.jubelet.pod.translate.spec.SpecValues.text;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.spec.ResourceFieldRefs;
import dev.jubelet.pod.spec.UnknownFieldException;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the environment of a container: whole objects first, then the variables of the spec in
 * their order, each able to use those before it and those of services, which come last and replace
 * none. Thread: any, one use per container.
 */
public final class EnvironmentBuilder {
  private final EnvironmentRequest request;
  private final ObjectLookup objects;
  private final Map<String, ByteString> services = new LinkedHashMap<>();
  private final Map<String, ByteString> values = new LinkedHashMap<>();

  private EnvironmentBuilder(EnvironmentRequest request) {
    this.request = request;
    this.objects = new ObjectLookup(request.objects(), request.pod().getMetadata().getNamespace());
    ServiceVariables.of(request.pod(), request.services())
        .forEach((name, value) -> services.put(name, ByteString.copyFromUtf8(value)));
  }

  public static Environment build(EnvironmentRequest request) {
    EnvironmentBuilder builder = new EnvironmentBuilder(request);
    list(request.container().getEnvFrom()).forEach(builder::addObject);
    list(request.container().getEnv()).forEach(builder::addVariable);
    builder.services.forEach(builder.values::putIfAbsent);
    return new Environment(builder.values);
  }

  private void addObject(EnvFromSource source) {
    String prefix = text(source.getPrefix());
    if (source.getConfigMapRef() != null) {
      var ref = source.getConfigMapRef();
      addAll(prefix, objects.find(ObjectKind.CONFIG_MAP, ref.getName(), isTrue(ref.getOptional())));
    } else if (source.getSecretRef() != null) {
      var ref = source.getSecretRef();
      addAll(prefix, objects.find(ObjectKind.SECRET, ref.getName(), isTrue(ref.getOptional())));
    }
  }

  private void addAll(String prefix, Optional<ObjectValues.Lookup.Found> object) {
    object.ifPresent(
        found ->
            new TreeMap<>(found.values()).forEach((key, value) -> values.put(prefix + key, value)));
  }

  private void addVariable(EnvVar variable) {
    String value = text(variable.getValue());
    EnvVarSource source = variable.getValueFrom();
    if (value.isEmpty() && source != null) {
      fromSource(variable.getName(), source)
          .ifPresent(found -> values.put(variable.getName(), found));
    } else {
      values.put(
          variable.getName(), Expansion.expand(ByteString.copyFromUtf8(value), this::defined));
    }
  }

  private @Nullable ByteString defined(String name) {
    ByteString value = values.get(name);
    return value == null ? services.get(name) : value;
  }

  /** Empty when what it refers to is missing and may be. */
  private Optional<ByteString> fromSource(String variable, EnvVarSource source) {
    if (source.getFieldRef() != null || source.getResourceFieldRef() != null) {
      return Optional.of(ByteString.copyFromUtf8(ownField(source)));
    }
    if (source.getConfigMapKeyRef() != null) {
      var ref = source.getConfigMapKeyRef();
      return key(ObjectKind.CONFIG_MAP, ref.getName(), ref.getKey(), ref.getOptional());
    }
    if (source.getSecretKeyRef() != null) {
      var ref = source.getSecretKeyRef();
      return key(ObjectKind.SECRET, ref.getName(), ref.getKey(), ref.getOptional());
    }
    if (source.getFileKeyRef() != null) {
      return request.files().value(source.getFileKeyRef());
    }
    throw new UntranslatableException(
        "the source of environment variable %s is not supported: use fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef or fileKeyRef"
            .formatted(variable));
  }

  private Optional<ByteString> key(
      ObjectKind kind, String name, String key, @Nullable Boolean optional) {
    Optional<ObjectValues.Lookup.Found> object = objects.find(kind, name, isTrue(optional));
    ByteString value = object.map(found -> found.values().get(key)).orElse(null);
    if (object.isPresent() && value == null && !isTrue(optional)) {
      throw objects.missingKey(kind, name, key);
    }
    return Optional.ofNullable(value);
  }

  private String ownField(EnvVarSource source) {
    try {
      return source.getFieldRef() != null
          ? FieldRefRules.value(text(source.getFieldRef().getFieldPath()), request)
          : new ResourceFieldRefs(request.pod(), request.node().allocatable())
              .value(source.getResourceFieldRef(), request.container());
    } catch (UnknownFieldException e) {
      throw new UntranslatableException(e.text());
    }
  }
}
