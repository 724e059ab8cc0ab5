package dev.jubelet.edge.apiserver;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which objects of a kind a list or a watch is about.
 *
 * @param namespace empty for all
 * @param fields a field selector, empty for none, such as {@code spec.nodeName=n}
 * @param labels a label selector, empty for none
 */
public record Selection<T extends HasMetadata>(
    ApiResource<T> resource, String namespace, String fields, String labels) {
  private static final String BY_NAME = "metadata.name=";

  /** No object can be called that. */
  private static final String NOBODY = BY_NAME + "-";

  public static <T extends HasMetadata> Selection<T> all(ApiResource<T> resource) {
    return new Selection<>(resource, "", "", "");
  }

  /** The object of that name only. */
  public static <T extends HasMetadata> Selection<T> one(ApiObject<T> object) {
    return new Selection<>(object.resource(), object.namespace(), BY_NAME + object.name(), "");
  }

  public Selection<T> where(String fields) {
    return new Selection<>(resource, namespace, fields, labels);
  }

  /** Nothing, but with the same rights; a selection of one object stays as it is. */
  public Selection<T> withoutContent() {
    if (fields.contains(BY_NAME)) {
      return this;
    }
    return where(fields.isEmpty() ? NOBODY : fields + "," + NOBODY);
  }

  String path() {
    return resource.path(namespace);
  }

  Map<String, String> query() {
    Map<String, String> query = new TreeMap<>();
    if (!fields.isEmpty()) {
      query.put("fieldSelector", fields);
    }
    if (!labels.isEmpty()) {
      query.put("labelSelector", labels);
    }
    return query;
  }
}
