package dev.jubelet.pod.objects;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiModel;
import dev.jubelet.edge.apiserver.ApiResource;

/** A RuntimeClass of {@code node.k8s.io/v1}, as far as it is read. */
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class RuntimeClassObject extends ApiModel {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "node.k8s.io";
  private static final String KIND = "RuntimeClass";

  static final ApiResource<RuntimeClassObject> RESOURCE =
      new ApiResource<>(GROUP, "v1", "runtimeclasses", KIND, RuntimeClassObject.class);

  @JsonProperty private String handler = "";

  private RuntimeClassObject() {
    super(GROUP + "/v1", KIND);
  }

  String handler() {
    return handler;
  }
}
