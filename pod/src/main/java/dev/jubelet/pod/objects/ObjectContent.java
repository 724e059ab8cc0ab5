package dev.jubelet.pod.objects;

import com.google.protobuf.ByteString;
import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a config map or secret of the API server holds. Its text form shows no value.
 *
 * @param text what may become environment variables; all of a secret is here
 * @param all what may become files
 * @param immutable whether it will never change
 * @param type of a secret; empty for a config map
 */
public record ObjectContent(
    Map<String, ByteString> text,
    Map<String, ByteString> all,
    boolean immutable,
    String uid,
    String type) {
  /** Two objects for each key and value, and their places in two maps. */
  private static final int PER_VALUE = 128;

  public ObjectContent {
    text = Map.copyOf(text);
    all = Map.copyOf(all);
  }

  /** Of an object of which only the values count. */
  ObjectContent(Map<String, ByteString> text, Map<String, ByteString> all, boolean immutable) {
    this(text, all, immutable, "", "");
  }

  static ObjectContent of(ConfigMap object) {
    Map<String, ByteString> text = new HashMap<>();
    orEmpty(object.getData()).forEach((name, value) -> text.put(name, utf8(value)));
    ObjectKey key =
        new ObjectKey(
            ObjectKind.CONFIG_MAP,
            object.getMetadata().getNamespace(),
            object.getMetadata().getName());
    Map<String, ByteString> all = decoded(key, orEmpty(object.getBinaryData()));
    all.putAll(text);
    return new ObjectContent(
        text, all, Boolean.TRUE.equals(object.getImmutable()), uid(object.getMetadata()), "");
  }

  static ObjectContent of(Secret object) {
    ObjectKey key =
        new ObjectKey(
            ObjectKind.SECRET, object.getMetadata().getNamespace(), object.getMetadata().getName());
    Map<String, ByteString> all = decoded(key, orEmpty(object.getData()));
    return new ObjectContent(
        all,
        all,
        Boolean.TRUE.equals(object.getImmutable()),
        uid(object.getMetadata()),
        object.getType() == null ? "" : object.getType());
  }

  private static String uid(ObjectMeta meta) {
    return meta.getUid() == null ? "" : meta.getUid();
  }

  /** About what it takes in memory. */
  long bytes() {
    long bytes = 0;
    for (Map.Entry<String, ByteString> value : all.entrySet()) {
      bytes += PER_VALUE + value.getKey().length() + value.getValue().size();
    }
    return bytes;
  }

  private static Map<String, ByteString> decoded(ObjectKey object, Map<String, String> encoded) {
    Map<String, ByteString> decoded = new HashMap<>();
    encoded.forEach(
        (name, value) -> {
          try {
            decoded.put(
                name,
                value == null
                    ? ByteString.EMPTY
                    : ByteString.copyFrom(Base64.getDecoder().decode(value)));
          } catch (IllegalArgumentException e) {
            // The cause would quote a part of the value.
            throw new ApiException(
                ApiException.Kind.UNREADABLE,
                "%s: the value of %s is not base64".formatted(object, name));
          }
        });
    return decoded;
  }

  /** A key may stand without a value in JSON; it is an empty one. */
  private static ByteString utf8(@Nullable String value) {
    return value == null ? ByteString.EMPTY : ByteString.copyFromUtf8(value);
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return map == null ? Map.of() : map;
  }

  @Override
  public String toString() {
    return (immutable ? "immutable " : "") + all.keySet();
  }
}
