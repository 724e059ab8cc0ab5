package dev.jubelet.pod.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns trees into config maps and secrets and checks the API's rules. No problem shows a value.
 *
 * <p>Thread: one manifest per instance, on the caller's.
 */
final class ObjectBinder {
  private final TreeBinder trees;
  private final Problems problems;

  ObjectBinder(TreeBinder trees, Problems problems) {
    this.trees = trees;
    this.problems = problems;
  }

  LocalObject bind(ObjectKind kind, JsonNode tree, String prefix) {
    return switch (kind) {
      case CONFIG_MAP -> configMap(trees.bind(ConfigMap.class, tree, prefix), prefix);
      case SECRET -> secret(trees.bind(Secret.class, tree, prefix), prefix);
    };
  }

  private LocalObject configMap(ConfigMap map, String prefix) {
    Map<String, ByteString> data = texts(map.getData());
    Map<String, ByteString> binary = decoded(map.getBinaryData(), prefix + "binaryData", "data");
    ObjectRules rules = new ObjectRules(prefix, problems);
    rules.keys("data", data.keySet());
    rules.keys("binaryData", binary.keySet());
    rules.noKeyTwice(data.keySet(), binary.keySet());
    LocalObject object =
        new LocalObject(key(ObjectKind.CONFIG_MAP, map.getMetadata(), prefix), data, binary);
    rules.size(object);
    return object;
  }

  /** What {@code stringData} has overrides what {@code data} has. */
  private LocalObject secret(Secret secret, String prefix) {
    Map<String, ByteString> data = decoded(secret.getData(), prefix + "data", "stringData");
    Map<String, ByteString> texts = texts(secret.getStringData());
    ObjectRules rules = new ObjectRules(prefix, problems);
    rules.keys("data", data.keySet());
    rules.keys("stringData", texts.keySet());
    data.putAll(texts);
    SecretTypeRules.check(secret, data, prefix, problems);
    LocalObject object =
        new LocalObject(
            key(ObjectKind.SECRET, secret.getMetadata(), prefix),
            data,
            Map.of(),
            Objects.requireNonNullElse(secret.getType(), ""));
    rules.size(object);
    return object;
  }

  private ObjectKey key(ObjectKind kind, @Nullable ObjectMeta given, String prefix) {
    ObjectMeta meta = given == null ? new ObjectMeta() : given;
    MetaRules.check(meta, prefix + "metadata", problems);
    String namespace = MetaRules.isEmpty(meta.getNamespace()) ? "default" : meta.getNamespace();
    return new ObjectKey(kind, namespace, Objects.requireNonNullElse(meta.getName(), ""));
  }

  private static Map<String, ByteString> texts(@Nullable Map<String, String> given) {
    Map<String, ByteString> texts = new LinkedHashMap<>();
    if (given != null) {
      given.forEach((key, text) -> texts.put(key, ByteString.copyFromUtf8(text)));
    }
    return texts;
  }

  private Map<String, ByteString> decoded(
      @Nullable Map<String, String> given, String path, String placeOfText) {
    Map<String, ByteString> decoded = new LinkedHashMap<>();
    if (given != null) {
      given.forEach((key, text) -> decoded.put(key, decode(text, path + "." + key, placeOfText)));
    }
    return decoded;
  }

  /** Line ends are allowed, missing padding is not, as in the API. */
  private ByteString decode(String text, String path, String placeOfText) {
    String joined = text.replace("\n", "").replace("\r", "");
    try {
      if (joined.length() % 4 != 0) {
        throw new IllegalArgumentException("padding is missing");
      }
      return ByteString.copyFrom(Base64.getDecoder().decode(joined));
    } catch (IllegalArgumentException e) {
      // The exception may quote the value.
      problems.add(path + ": must be base64; plain text goes into " + placeOfText);
      return ByteString.EMPTY;
    }
  }
}
