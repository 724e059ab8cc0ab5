package dev.jubelet.edge.apiserver;

import io.fabric8.kubernetes.api.model.HasMetadata;

/** One object of the API by its name, or a part of it such as {@code status}. */
public record ApiObject<T extends HasMetadata>(
    ApiResource<T> resource, String namespace, String name, String part) {

  public ApiObject<T> part(String part) {
    return new ApiObject<>(resource, namespace, name, part);
  }

  public String path() {
    String path = resource.path(namespace) + "/" + ApiResource.segment(name);
    return part.isEmpty() ? path : path + "/" + part;
  }
}
