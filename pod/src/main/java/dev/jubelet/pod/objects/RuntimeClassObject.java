package dev.jubelet.pod.objects;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.jubelet.edge.apiserver.ApiResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/** A RuntimeClass of {@code node.k8s.io/v1}, as far as it is read. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonDeserialize(using = JsonDeserializer.None.class) // not the one for objects of unknown kind
final class RuntimeClassObject implements HasMetadata {
  private static final long serialVersionUID = 1L;
  private static final String GROUP = "node.k8s.io";
  private static final String KIND = "RuntimeClass";

  static final ApiResource<RuntimeClassObject> RESOURCE =
      new ApiResource<>(GROUP, "v1", "runtimeclasses", KIND, RuntimeClassObject.class);

  @JsonProperty private String apiVersion = GROUP + "/v1";
  @JsonProperty private String kind = KIND;
  @JsonProperty private ObjectMeta metadata = new ObjectMeta();
  @JsonProperty private String handler = "";

  String handler() {
    return handler;
  }

  @Override
  public String getApiVersion() {
    return apiVersion;
  }

  @Override
  public void setApiVersion(String version) {
    apiVersion = version;
  }

  @Override
  public String getKind() {
    return kind;
  }

  @Override
  public ObjectMeta getMetadata() {
    return metadata;
  }

  @Override
  public void setMetadata(ObjectMeta newMetadata) {
    metadata = newMetadata;
  }
}
