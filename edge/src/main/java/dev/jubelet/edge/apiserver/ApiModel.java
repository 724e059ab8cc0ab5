package dev.jubelet.edge.apiserver;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;

/**
 * What all kinds have in common, for kinds of which we write and read a part only. A subclass also
 * needs {@code @JsonDeserialize(using = JsonDeserializer.None.class)}: the one that it would
 * inherit is for objects of unknown kind.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public abstract class ApiModel implements HasMetadata {
  private static final long serialVersionUID = 1L;

  @JsonProperty private String apiVersion;
  @JsonProperty private String kind;
  @JsonProperty private ObjectMeta metadata = new ObjectMeta();

  protected ApiModel(String apiVersion, String kind) {
    this.apiVersion = apiVersion;
    this.kind = kind;
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
