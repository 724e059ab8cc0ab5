package dev.jubelet.edge.apiserver;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A kind of object and where the API serves it.
 *
 * @param group empty for the core group
 * @param plural the name in paths, such as {@code pods}
 * @param kind the name in objects, such as {@code Pod}
 * @param type what its JSON becomes
 */
public record ApiResource<T extends HasMetadata>(
    String group, String version, String plural, String kind, Class<T> type) {

  public static <T extends HasMetadata> ApiResource<T> core(
      String plural, String kind, Class<T> type) {
    return new ApiResource<>("", "v1", plural, kind, type);
  }

  /** All of them: in one namespace, or where {@code namespace} is empty, in all or in none. */
  public String path(String namespace) {
    String start = (group.isEmpty() ? "/api/" : "/apis/" + group + "/") + version + "/";
    return namespace.isEmpty()
        ? start + plural
        : start + "namespaces/" + segment(namespace) + "/" + plural;
  }

  /** One of them; {@code namespace} is empty for kinds that have none. */
  public ApiObject<T> object(String namespace, String name) {
    if (name.isEmpty()) {
      throw new ApiException(
          ApiException.Kind.INVALID, "a " + kind + " without a name was asked for");
    }
    return new ApiObject<>(this, namespace, name, "");
  }

  /** Whatever a name holds, it stays one part of a path. */
  static String segment(String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return encoded.chars().allMatch(c -> c == '.') ? encoded.replace(".", "%2E") : encoded;
  }
}
