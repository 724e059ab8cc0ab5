package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.core.JacksonException;
import com.google.protobuf.ByteString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a secret of a well-known type must hold; other types may hold anything. Pure. */
final class SecretTypeRules {
  private static final String ACCOUNT = "kubernetes.io/service-account.name";

  private SecretTypeRules() {}

  static void check(Secret secret, Map<String, ByteString> data, String prefix, Problems problems) {
    String path = prefix + "data";
    switch (Objects.requireNonNullElse(secret.getType(), "")) {
      case "kubernetes.io/service-account-token" ->
          account(secret.getMetadata(), prefix + "metadata.annotations", problems);
      case "kubernetes.io/dockercfg" -> json(data, ".dockercfg", path, problems);
      case "kubernetes.io/dockerconfigjson" -> json(data, ".dockerconfigjson", path, problems);
      case "kubernetes.io/basic-auth" -> {
        if (!data.containsKey("username")) {
          key(data, "password", path, problems);
        }
      }
      case "kubernetes.io/ssh-auth" -> {
        if (data.getOrDefault("ssh-privatekey", ByteString.EMPTY).isEmpty()) {
          problems.required(path, "a secret of this type has the key ssh-privatekey");
        }
      }
      case "kubernetes.io/tls" -> {
        key(data, "tls.crt", path, problems);
        key(data, "tls.key", path, problems);
      }
      default -> {}
    }
  }

  private static void account(@Nullable ObjectMeta meta, String path, Problems problems) {
    boolean named =
        meta != null
            && meta.getAnnotations() != null
            && !MetaRules.isEmpty(meta.getAnnotations().get(ACCOUNT));
    if (!named) {
      problems.required(path, "a token's secret has the annotation " + ACCOUNT);
    }
  }

  private static void key(
      Map<String, ByteString> data, String key, String path, Problems problems) {
    if (!data.containsKey(key)) {
      problems.required(path, "a secret of this type has the key " + key);
    }
  }

  private static void json(
      Map<String, ByteString> data, String key, String path, Problems problems) {
    key(data, key, path, problems);
    ByteString value = data.get(key);
    if (value != null && !isJsonObject(value)) {
      problems.add(path + "." + key + ": must be a JSON object");
    }
  }

  private static boolean isJsonObject(ByteString bytes) {
    try {
      return KubernetesJson.mapper().readTree(bytes.newInput()).isObject();
    } catch (JacksonException e) {
      return false;
    } catch (IOException e) {
      throw new IllegalStateException("reading bytes in memory cannot fail", e);
    }
  }
}
